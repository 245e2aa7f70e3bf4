import { globalAgent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createPostgres } from '../databases/postgres-process.ts';
import { checkIntegrity, createTestDatabase } from '../databases/test-databases.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import type { DoubleName } from '../site-with-double.ts';
import {
  type Audit,
  addInviter,
  audit,
  INVITER,
  startSignUps,
  startVisits,
  track,
} from './site-load.ts';

const RETRY_MS = 50;

/** What is killed, and on which engine. */
export interface KillTarget {
  readonly name: string;
  prepare(settings?: Readonly<Record<string, string>>): Promise<RunningTarget>;
}

/** A database, and functions that kill the target and start it again. */
interface RunningTarget {
  readonly url: string;
  kill(server: ServerProcess): Promise<void>;
  /** @returns a server on the same database, after `kill` */
  revive(server: ServerProcess, start: () => Promise<ServerProcess>): Promise<ServerProcess>;
  remove(): Promise<void>;
}

export const programOnSqlite: KillTarget = {
  name: 'SQLite',
  prepare: async () => killingProgram(await createTestDatabase('SQLite')),
};

export const programOnPostgres: KillTarget = {
  name: 'PostgreSQL',
  async prepare() {
    const postgres = await createPostgres({ durable: true });
    await postgres.start();
    return killingProgram({ url: postgres.urlOf('postgres'), remove: postgres.remove });
  },
};

/** The server must connect again without a restart. */
export const postgresItself: KillTarget = {
  name: 'PostgreSQL, which is itself killed',
  async prepare(settings = {}) {
    const postgres = await createPostgres({ durable: true, settings });
    await postgres.start();
    const unsafe = 'synchronous_commit' in settings ? '?unsafe=synchronous_commit' : '';
    return {
      url: `${postgres.urlOf('postgres')}${unsafe}`,
      kill: () => postgres.kill(),
      async revive(server) {
        await postgres.start();
        return server;
      },
      remove: () => postgres.remove(),
    };
  },
};

export const killTargets = [programOnSqlite, programOnPostgres, postgresItself];

function killingProgram({ url, remove }: Pick<RunningTarget, 'url' | 'remove'>): RunningTarget {
  return { url, remove, kill: (server) => server.kill(), revive: (_, start) => start() };
}

export interface KillReport extends Audit {
  rounds: number;
  signUps: number;
  visits: number;
  /** Number of visits without an answer, which may be counted or not. */
  unanswered: number;
  /** "ok", or the faults that the database's own check finds. */
  integrity: string;
}

export interface KillOptions {
  double?: DoubleName | undefined;
  /** Settings of the PostgreSQL that is killed. */
  settings?: Readonly<Record<string, string>>;
  /** See `audit`. */
  again?: number;
}

/** Repeatedly kills a target while it answers sign-ups and visits, and starts it again on the same database. */
export async function runKillRounds(
  target: KillTarget,
  rounds: number,
  { double, settings, again }: KillOptions = {},
): Promise<KillReport> {
  const running = await target.prepare(settings);
  const env = { RATE_LIMITS: 'off', DATABASE_URL: running.url };
  const start = () => startServer({ env, double });
  let server = await start();
  try {
    const emails: string[] = [];
    const views: string[] = [];
    let unanswered = 0;
    for (let round = 0; round < rounds; round++) {
      views.push(await viewUntilAccepted(server, `first-view-${round}`));
      const options = { endsWithServer: true };
      const signUps = startSignUps(server.url, `round-${round}`, options);
      const visits = startVisits(server.url, `round-${round}`, options);
      const enough = 100 + 7 * round;
      await Promise.all([signUps.reaches(enough), visits.reaches(enough)]);
      await running.kill(server);
      await Promise.all([signUps.ended, visits.ended]);
      emails.push(...signUps.acknowledged);
      views.push(...visits.acknowledged);
      unanswered += visits.failures.length;
      server = await running.revive(server, start);
    }
    await server.stop();
    const found = await audit(running.url, { emails, views }, again);
    const integrity = await checkIntegrity(running.url);
    const [signUps, visits] = [emails.length, views.length];
    return { ...found, rounds, signUps, visits, unanswered, integrity };
  } finally {
    await server.stop();
    await running.remove();
  }
}

/** After a kill of the database, the server needs a moment to connect. */
async function viewUntilAccepted({ url, databaseUrl }: ServerProcess, id: string): Promise<string> {
  // Again in each round, because a control can lose the inviter.
  await addInviter(databaseUrl);
  const view = { refUserId: INVITER, action: 'page_view', eventId: id } as const;
  while ((await track(url, globalAgent, view)).status !== 200) await wait(RETRY_MS);
  return id;
}
