import type { DatabaseSync } from 'node:sqlite';
import { BUSY_TIMEOUT_MS, type Connection } from './connection.ts';

/** How long `scrub` waits for locks. The time is short, because other writes wait meanwhile. */
const SCRUB_WITHIN_MS = 500;
/** SQLite's default. */
const PAGES_PER_CHECKPOINT = 1_000;
/** From this many pages on (16 MB), a checkpoint follows each commit, so that SQLite can reset the log. */
const LONG_LOG = 4_000;
/** From this many pages on (32 MB), the writer waits for transactions that read, so that SQLite can reset the log. */
const TOO_LONG_LOG = 8_000;
/** How long the writer waits for these transactions. After that, it waits again when the log is 16 MB longer. */
const READERS_END_WITHIN_MS = 150;

let restartAt = TOO_LONG_LOG;

/**
 * Copies the write-ahead log into the database file when the log has become long. By default SQLite does this before
 * COMMIT returns, so the answer would wait. And while a transaction reads, SQLite cannot reset the log. The log
 * stays long, so by default SQLite would copy again after every commit.
 */
export function checkpoint({ database, prepare }: Connection): void {
  try {
    const log = prepare('PRAGMA wal_checkpoint(NOOP)').get();
    const pages = Number(log?.['log']);
    if (pages < TOO_LONG_LOG) restartAt = TOO_LONG_LOG;
    if (pages < LONG_LOG && pages - Number(log?.['checkpointed']) < PAGES_PER_CHECKPOINT) return;
    if (pages < restartAt) prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    else {
      restartAt = pages + LONG_LOG;
      resetLog(database);
    }
  } catch {
    // The log is complete without a checkpoint. The next commit tries again.
  }
}

/** Waits until no transaction reads from the log. If some transaction always reads, nothing else resets the log. */
function resetLog(database: DatabaseSync): void {
  try {
    database.exec(`PRAGMA busy_timeout = ${READERS_END_WITHIN_MS}; PRAGMA wal_checkpoint(RESTART)`);
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/**
 * Rewrites the whole database (VACUUM), and truncates the write-ahead log. `secure_delete` alone is not enough: when
 * SQLite moves rows to another page, their bytes stay in the free space of the old page.
 */
export function scrub(database: DatabaseSync): boolean {
  try {
    database.exec(`PRAGMA busy_timeout = ${SCRUB_WITHIN_MS}`);
    database.exec('VACUUM');
    // Not truncated while a transaction still reads an older state, or another connection runs a checkpoint.
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
  } catch {
    // The disk has no space for a second copy of the database, or another connection is writing.
    return false;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}
