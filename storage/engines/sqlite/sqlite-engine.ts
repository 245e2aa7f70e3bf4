import { resolve } from 'node:path';
import { sql, type Transaction } from 'kysely';
import type { ColumnTypes, Engine, Role } from '../../engine.ts';
import { StorageUnavailable } from '../../errors.ts';
import type { Database } from '../../schema.ts';
import { GroupCommits } from '../group-commit.ts';
import { connect, runQuery, unlessTrouble } from './connection.ts';
import { lockForServer, prepareDatabaseFile } from './database-file.ts';
import { DatabaseThread, overThread } from './database-thread.ts';
import { kyselyOver } from './dialect.ts';

const columnTypes: ColumnTypes = {
  id: sql`integer PRIMARY KEY`,
  idNeverReused: sql`integer PRIMARY KEY AUTOINCREMENT`,
  text: sql`text`,
  bytes: sql`blob`,
  keptInKeyOrder: sql`WITHOUT ROWID`,
  unlogged: undefined,
};

/** How many rules may wait for the writer thread. So a blocked disk does not fill the memory. */
const MAX_RULES_WAITING = 8_000;

/**
 * SQLite in one file: short reads on this thread, long ones on a second, and writes on a third. So this thread waits
 * for the disk only if a short read needs a page that is not in memory.
 *
 * @throws StorageRefusal when the file cannot be used, or a server or mover uses it and the role is not `command`
 */
export async function openSqliteEngine(path: string, role: Role): Promise<Engine> {
  // Messages contain the whole path, so that a wrong folder is noticed.
  const file = resolve(path);
  prepareDatabaseFile(file, role);
  const unlock = role === 'command' ? () => {} : lockForServer(file);
  const reader = connect(file, { readOnly: true });
  const db = kyselyOver(reader, async (query) =>
    unlessTrouble(`${file} could not be read`, () => runQuery(reader, query)),
  );
  const broken = Promise.withResolvers<Error>();
  const reportReader = new DatabaseThread(file, true, broken.resolve);
  const reports = overThread(reportReader);
  const writer = new DatabaseThread(file, false, broken.resolve);
  const writes = overThread(writer);
  let before: Promise<unknown> = Promise.resolve();
  /** The writer thread runs one rule or scrub at a time, in the order of the calls. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = before.then(work);
    before = result.catch(() => {});
    return result;
  }
  let rulesWaiting = 0;
  const batches = new GroupCommits();

  async function transaction<Result>(
    rule: (db: Transaction<Database>) => Promise<Result>,
  ): Promise<Result> {
    if (rulesWaiting === MAX_RULES_WAITING)
      throw new StorageUnavailable(`${rulesWaiting} writes wait already.`);
    rulesWaiting++;
    try {
      return await inTurn(() => writes.transaction().execute(rule));
    } finally {
      rulesWaiting--;
    }
  }

  const engine: Engine = {
    db,
    reports,
    snapshot: (read) => reports.transaction().execute(read),
    transaction,
    gather: ({ name, module }, maxWaiting) =>
      batches.add(
        (writes) => inTurn(() => writer.ask({ rule: { name, module }, writes })),
        maxWaiting,
      ),
    figures: () => batches.figures(),
    asOnlyInstance: (_task, work) => work(),
    async continueAfter(own, table, _column, last) {
      await sql`DELETE FROM sqlite_sequence WHERE name = ${table}`.execute(own);
      await sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${last})`.execute(own);
    },
    scrub: () => inTurn(() => writer.ask<boolean>('scrub')),
    sharedLimits: undefined,
    migrate: (work) => inTurn(() => work(writes, columnTypes)),
    broken: broken.promise,
    async close() {
      await batches.drain();
      await inTurn(async () => {});
      // Waits for a long read that was begun.
      await reports.connection().execute(async () => {});
      await Promise.all([reports.destroy(), db.destroy()]);
      reader.close();
      await reportReader.close();
      // The last one, because only a connection that may write removes the write-ahead log.
      await writer.close();
      unlock();
    },
    [Symbol.asyncDispose]() {
      return engine.close();
    },
  };
  return engine;
}
