import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { StorageRefusal, StorageUnavailable } from '../../errors.ts';

/** How long a connection waits for the write lock. Only `scrub` and a restore of a large file keep it for longer. */
export const BUSY_TIMEOUT_MS = 10_000;

/**
 * A long read transaction lets the write-ahead log grow. At the next reset of the log SQLite truncates the log to this
 * size.
 */
const MAX_IDLE_LOG_BYTES = 16 * 1024 * 1024;

/** Longer statements, such as those with many rows, are seldom the same again. */
const MAX_KEPT_SQL = 2_000;

export interface Query {
  sql: string;
  parameters: readonly unknown[];
}
export interface QueryAnswer {
  rows: Record<string, unknown>[];
  /** How many rows an INSERT, UPDATE or DELETE has changed; undefined for a query with rows. */
  changes?: number;
}

export interface Connection {
  readonly database: DatabaseSync;
  readonly readOnly: boolean;
  /** Prepares a short statement once and reuses it, because preparing it each time needs two to three times the work. */
  prepare(sql: string): StatementSync;
  close(): void;
}

/** Opens one connection, with the settings for durability and erasure. @throws the error of SQLite */
export function connect(file: string, options: { readOnly: boolean }): Connection {
  const database = new DatabaseSync(file, { ...options, timeout: BUSY_TIMEOUT_MS });
  if (!options.readOnly) {
    // An acknowledged write must survive a power cut: FULL syncs the log at every commit, and on macOS only
    // fullfsync reaches the disk itself. secure_delete overwrites deleted rows with zeros.
    database.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = ${MAX_IDLE_LOG_BYTES};
    `);
  }
  const statements = new Map<string, StatementSync>();
  return {
    database,
    readOnly: options.readOnly,
    prepare(sql) {
      if (sql.length > MAX_KEPT_SQL) return database.prepare(sql);
      let statement = statements.get(sql);
      if (!statement) {
        statement = database.prepare(sql);
        statements.set(sql, statement);
      }
      return statement;
    },
    close: () => database.close(),
  };
}

export function runQuery({ prepare }: Connection, { sql, parameters }: Query): QueryAnswer {
  const statement = prepare(sql);
  const values = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values) };
  return { rows: [], changes: Number(statement.run(...values).changes) };
}

/** What an error of the file or its disk means, and what the operator can do. */
interface Trouble {
  seen: string;
  advice: string;
}

const RESTORE = 'Restore an undamaged backup: docs/operations.md says how.';
const GIVE_ACCESS = 'Run this as the user of the site, or give this user the right.';

/** By SQLite's result codes (sqlite.org/rescode.html). */
const troubles: Readonly<Record<number, Trouble>> = {
  // BUSY
  5: { seen: 'another program keeps it locked', advice: 'Try again when that program has ended.' },
  // READONLY, of a file that this user may write: SQLite could not create the log beside it.
  8: { seen: 'this user may not create files in its folder', advice: GIVE_ACCESS },
  // IOERR
  10: { seen: 'its disk reported an error', advice: 'Check the disk.' },
  // CORRUPT. A read that the disk refuses may also be reported as CORRUPT.
  11: { seen: 'it is damaged', advice: RESTORE },
  // FULL
  13: { seen: 'there is no room on its disk', advice: 'Free some space on it.' },
  // CANTOPEN
  14: { seen: 'this user may not open it or create files beside it', advice: GIVE_ACCESS },
  // NOTADB
  26: {
    seen: 'it is not an SQLite database, or is damaged',
    advice: `Name the right file. If this is the right one, restore a backup that is not damaged: docs/operations.md says how.`,
  },
};

/** By the codes of the operating system. */
const systemTroubles: Readonly<Record<string, Trouble>> = {
  EACCES: { seen: 'this user may not read and write it', advice: GIVE_ACCESS },
  EPERM: { seen: 'this user may not read and write it', advice: GIVE_ACCESS },
  EROFS: { seen: 'its disk is read-only', advice: 'Name a file on another disk.' },
  ENOTDIR: { seen: 'a part of its path is not a folder', advice: 'Name another file.' },
};

export function refusal(failed: string, cause: unknown): StorageRefusal {
  return new StorageRefusal(`${failed}: ${reasonOf(cause)}`, { cause });
}

export function isBusy(error: unknown): boolean {
  return codeOf(error) === 5;
}

/**
 * Runs a query, and turns an error of the file or its disk into StorageUnavailable.
 *
 * @param failed the beginning of the sentence
 */
export function unlessTrouble<Result>(failed: string, query: () => Result): Result {
  try {
    return query();
  } catch (error) {
    if (!(codeOf(error) in troubles)) throw error;
    throw new StorageUnavailable(`${failed}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Three parts: what was seen, the error's own message, which the operator can search for, and what to do. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const systemCode = error instanceof Error && 'code' in error ? error.code : undefined;
  const trouble = troubles[codeOf(error)] ?? systemTroubles[String(systemCode)];
  return trouble ? `${trouble.seen} (${message}). ${trouble.advice}` : `${message}.`;
}

/** SQLITE_IOERR_SHMSIZE: there is no room for the index of the log. */
const NO_ROOM_FOR_INDEX = 4_874;

/** @returns SQLite's primary result code, which is the low byte of an extended one */
function codeOf(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return code === NO_ROOM_FOR_INDEX ? 13 : code & 0xff;
}
