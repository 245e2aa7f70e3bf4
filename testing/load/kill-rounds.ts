import { globalAgent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { checkIntegrity, testEngines } from '../databases/test-databases.ts';
import type { TestEngine } from '../databases/test-engine.ts';
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
  readonly engine: TestEngine;
  /** Whether the engine's own server is killed. Then the program must connect again without a restart. */
  readonly isServer: boolean;
}

export const killTargets: readonly KillTarget[] = testEngines.flatMap((engine) => {
  const program = { name: engine.name, engine, isServer: false };
  const server = { name: `${engine.name}, which is itself killed`, engine, isServer: true };
  return engine.hasServer ? [program, server] : [program];
});

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
  /** See `TestEngine`. */
  commits?: 'early';
  /** See `audit`. */
  again?: number;
}

/** Repeatedly kills a target while it answers sign-ups and visits, and starts it again on the same database. */
export async function runKillRounds(
  target: KillTarget,
  rounds: number,
  { double, commits, again }: KillOptions = {},
): Promise<KillReport> {
  const database = await target.engine.createDurable(commits);
  const killed = target.isServer ? database.server : undefined;
  const env = { RATE_LIMITS: 'off', DATABASE_URL: database.url };
  const start = () => startServer({ env, double });
  let server = await start();
  // Otherwise a control may lose the tables, too.
  for (const statement of commits ? target.engine.settle : [])
    await target.engine.query(database.url, statement);
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
      await (killed ?? server).kill();
      await Promise.all([signUps.ended, visits.ended]);
      emails.push(...signUps.acknowledged);
      views.push(...visits.acknowledged);
      unanswered += visits.failures.length;
      if (killed) await killed.start();
      else server = await start();
    }
    await server.stop();
    const found = await audit(database.url, { emails, views }, again);
    const integrity = await checkIntegrity(database.url);
    const [signUps, visits] = [emails.length, views.length];
    return { ...found, rounds, signUps, visits, unanswered, integrity };
  } finally {
    await server.stop();
    await database.remove();
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
