import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

const TAKEN_WITHIN_MS = 60_000;
/** Visits and sign-ups each write into one of them; reads do not wait. */
const LOCK_TABLES = 'BEGIN; LOCK TABLE total, waitlist IN SHARE ROW EXCLUSIVE MODE';
const LOOK_EVERY_MS = 2;
/** SQLite has who waits look more often than this. */
const SOMEBODY_WRITES_WITHIN_MS = 100;

/** What every visit and sign-up has to wait for, as for a disk that stands still. */
export interface WriteLock {
  take(): Promise<void>;
  release(): Promise<void>;
  /** Resolves when the writer that waited has the lock, or comes before the next `take`. */
  giveWay(): Promise<void>;
  close(): Promise<void>;
}

/** Beside a program that has the database open. */
export async function openWriteLock(databaseUrl: string): Promise<WriteLock> {
  return databaseUrl.startsWith('file:')
    ? openOnSqlite(databaseUrl.slice('file:'.length))
    : await openOnPostgres(databaseUrl);
}

function openOnSqlite(file: string): WriteLock {
  const database = new DatabaseSync(file, { timeout: TAKEN_WITHIN_MS });
  const lookForWrites = database.prepare('PRAGMA data_version');
  const look = () => lookForWrites.get()?.['data_version'];
  return {
    take: async () => database.exec('BEGIN IMMEDIATE'),
    release: async () => database.exec('COMMIT'),
    // SQLite retries only from time to time, and would rarely find the lock free.
    async giveWay() {
      const before = look();
      for (let waited = 0; waited < SOMEBODY_WRITES_WITHIN_MS; waited += LOOK_EVERY_MS) {
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
    // PostgreSQL queues those that wait for a lock.
    giveWay: async () => {},
    close: () => client.end(),
  };
}
