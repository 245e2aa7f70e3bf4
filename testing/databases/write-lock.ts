import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { sqliteFileOf } from './test-databases.ts';

const TAKEN_WITHIN_MS = 60_000;
/** Each visit or sign-up writes into one of these tables; reads do not wait. */
const LOCK_TABLES = 'BEGIN; LOCK TABLE total, waitlist IN SHARE ROW EXCLUSIVE MODE';
const LOOK_EVERY_MS = 2;
/** Within this time a waiting writer of SQLite tries again. */
const WRITER_RETRIES_WITHIN_MS = 100;

/** A lock for which every visit and sign-up has to wait, as for a stalled disk. */
export interface WriteLock {
  take(): Promise<void>;
  release(): Promise<void>;
  /** Resolves when a waiting writer has got the lock, or will get it before the next `take`. */
  giveWay(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the lock on a separate connection, while a program uses the database. */
export async function openWriteLock(databaseUrl: string): Promise<WriteLock> {
  const file = sqliteFileOf(databaseUrl);
  return file ? openOnSqlite(file) : await openOnPostgres(databaseUrl);
}

function openOnSqlite(file: string): WriteLock {
  const database = new DatabaseSync(file, { timeout: TAKEN_WITHIN_MS });
  const lookForWrites = database.prepare('PRAGMA data_version');
  const look = () => lookForWrites.get()?.['data_version'];
  return {
    take: async () => database.exec('BEGIN IMMEDIATE'),
    release: async () => database.exec('COMMIT'),
    // SQLite's writers only retry at intervals, and would rarely find the lock free.
    async giveWay() {
      const before = look();
      for (let waited = 0; waited < WRITER_RETRIES_WITHIN_MS; waited += LOOK_EVERY_MS) {
        if (look() !== before) return;
        await wait(LOOK_EVERY_MS);
      }
    },
    close: async () => database.close(),
  };
}

async function openOnPostgres(databaseUrl: string): Promise<WriteLock> {
  const client = new Client(databaseUrl);
  await client.connect();
  const run = async (statement: string) => void (await client.query(statement));
  return {
    take: () => run(LOCK_TABLES),
    release: () => run('COMMIT'),
    // PostgreSQL gives a lock to waiting transactions in order.
    giveWay: async () => {},
    close: () => client.end(),
  };
}
