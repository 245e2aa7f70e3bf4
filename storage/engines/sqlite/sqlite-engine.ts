import { resolve } from 'node:path';
import { CompiledQuery, Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Engine, Role, TableWords } from '../../engine.ts';
import { StorageUnavailable } from '../../errors.ts';
import { GroupCommit, queueShare } from '../group-commit.ts';
import { connect } from './connection.ts';
import { lockForServer, prepareDatabaseFile } from './database-file.ts';
import { dialectOver, withKysely } from './dialect.ts';
import { namingTrouble, unlessTrouble } from './file-trouble.ts';
import { fill } from './fill.ts';
import { dialectOverThread } from './reader-thread.ts';
import { withSnapshot } from './snapshot.ts';
import { refuseUnreadable } from './unreadable.ts';
import type { Answer, SqliteWrite, Statement } from './writer-program.ts';
import { WriterThread } from './writer-thread.ts';

/** Writes a page without changing the value, because SQLite does not sync a commit that has written no page. */
const TOUCH = 'PRAGMA user_version = 0';

const words: TableWords = {
  id: sql`integer PRIMARY KEY`,
  idNeverReused: sql`integer PRIMARY KEY AUTOINCREMENT`,
  text: sql`text`,
  bytes: sql`blob`,
  keptInKeyOrder: sql`WITHOUT ROWID`,
  unlogged: undefined,
};

/**
 * SQLite in one file: short reads on this thread, long ones on the reader thread, and writes on the writer thread,
 * grouped into durable transactions.
 *
 * @throws StorageRefusal when the file cannot be used, or a server or mover uses it and the role is not `command`
 */
export async function openSqliteEngine(path: string, role: Role): Promise<Engine> {
  // Messages contain the whole path, so that a wrong folder is noticed.
  const file = resolve(path);
  prepareDatabaseFile(file, role);
  const unlock = role === 'command' ? () => {} : lockForServer(file);
  const reader = connect(file, { readOnly: true });
  const db = new Kysely<Database>({ dialect: dialectOver(reader, unlessTrouble) });
  const broken = Promise.withResolvers<Error>();
  const reports = new Kysely<Database>({ dialect: dialectOverThread(file, broken.resolve) });
  const writer = new WriterThread(file, broken.resolve);
  const commits = new GroupCommit<SqliteWrite, Answer>(
    (batch) => writer.commit(batch),
    // One write may be a list of a thousand reports.
    (write) => (write[0] === 'appInvites' ? write[1].length : 1),
  );

  function commit<Write extends SqliteWrite>(...write: Write): Promise<Answer<Write[0]>> {
    return commits.add(write) as Promise<Answer<Write[0]>>;
  }
  const write = (queries: readonly CompiledQuery[]) =>
    commit('statements', queries.map(asStatement));

  const engine: Engine = {
    db,
    reports,
    write,
    // Needs no other lock, because SQLite runs only one write transaction at a time.
    writeAlone: write,
    asOnlyCopy: (_task, work) => work(),
    refuseUnreadable: async (tables) => refuseUnreadable(reader, file, tables),
    snapshot: (read) => withSnapshot(file, read),
    fill: (work) => fill(file, work),
    scrub: () => commit('scrub'),
    hot: {
      recordVisit: ({ inviterId, action, eventId, at, excluded }) =>
        commit('visit', inviterId, action, eventId, at, excluded),
      async recordAppInvites(invites) {
        // Lists share one queue with sign-ups, and a list may take as long as a thousand sign-ups.
        if (!commits.hasRoom(queueShare.appInvites))
          throw new StorageUnavailable('Too many writes wait already.');
        return await commit('appInvites', invites);
      },
      async joinWaitlist(email, at, ask) {
        await (ask
          ? commit('askingSignUp', email, at, ask.via ?? null)
          : commit('signUp', email, at));
      },
    },
    sharedLimits: undefined,
    migrate: (work) =>
      withKysely(connect(file, { readOnly: false }), (own) =>
        namingTrouble(`The tables of ${file} cannot be brought up to date`, () => work(own, words)),
      ),
    broken: broken.promise,
    figures: () => commits.figures(),
    hasRoomFor: (write) => commits.hasRoom(queueShare[write]),
    async check() {
      await db.executeQuery(CompiledQuery.raw('SELECT 1'));
      await commit('statements', [{ sql: TOUCH, parameters: [] }]);
    },
    async close() {
      await commits.drain();
      await Promise.all([db.destroy(), reports.destroy()]);
      // `db.destroy` does not close a connection that Kysely has not used yet.
      if (reader.database.isOpen) reader.close();
      await writer.close();
      unlock();
    },
    [Symbol.asyncDispose]() {
      return engine.close();
    },
  };
  return engine;
}

/** The parts of a query that can be sent to another thread. */
function asStatement({ sql, parameters }: CompiledQuery): Statement {
  return { sql, parameters };
}
