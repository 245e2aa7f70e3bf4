import { checkIntegrity } from '../databases/integrity.ts';
import type { ServerProcess } from '../server-process.ts';
import type { KillTarget } from './kill-targets.ts';
import { exportedAddresses, startSignUps } from './sign-up-load.ts';
import { addInviter, readCounters, repeatVisits, startVisits } from './visit-load.ts';

export interface KillReport {
  signUps: {
    /** How many were answered with 200, over all rounds. */
    acknowledged: number;
    /** How many addresses the database has in the end; some were stored without an answer. */
    kept: number;
    lost: string[];
    storedTwice: number;
  };
  visits: {
    /** How many were answered with 200, over all rounds. */
    acknowledged: number;
    /** How many were sent and got no answer; they may count or not. */
    unanswered: number;
    counted: number;
    /** How many of the acknowledged ones were news to the server when it was told of them again. */
    lost: number;
    /** One sentence for each counter that differs from a recount of the log. */
    differences: string[];
  };
  /** "ok", or what the database finds wrong with itself. */
  integrity: string;
}

/**
 * Kills something under sign-ups and visits, and has it come back to the same database, round after round.
 *
 * @param program of a changed copy, instead of the real one
 */
export async function runKillRounds(
  { prepare }: KillTarget,
  rounds: number,
  program?: string,
): Promise<KillReport> {
  const scene = await prepare(program);
  const { DATABASE_URL } = scene.env;
  let server = await scene.start();
  try {
    await addInviter(DATABASE_URL);
    await server.stop();
    // From here on the inviter is known, also to a database that takes its time.
    await scene.restart();
    server = await scene.start();
    const emails: string[] = [];
    const views: string[] = [];
    let unanswered = 0;
    for (let round = 0; round < rounds; round++) {
      const signUps = startSignUps(server.url, `round-${round}`);
      const visits = startVisits(server.url, `round-${round}`);
      const enough = 100 + 7 * round;
      await Promise.all([signUps.reaches(enough), visits.reaches(enough)]);
      await scene.kill(server);
      await Promise.all([signUps.ended, visits.ended]);
      emails.push(...signUps.acknowledged);
      views.push(...visits.acknowledged);
      unanswered += visits.failures.length;
      server = await scene.revive(server);
    }
    const signUps = await auditSignUps(DATABASE_URL, emails);
    const visits = { unanswered, ...(await auditVisits(server, views)) };
    await server.stop();
    await scene.restart();
    return { signUps, visits, integrity: await checkIntegrity(DATABASE_URL) };
  } finally {
    await server.stop();
    await scene.remove();
  }
}

async function auditSignUps(
  databaseUrl: string,
  acknowledged: readonly string[],
): Promise<KillReport['signUps']> {
  const kept = await exportedAddresses(databaseUrl);
  const addresses = new Set(kept);
  return {
    acknowledged: acknowledged.length,
    kept: kept.length,
    lost: acknowledged.filter((email) => !addresses.has(email)),
    storedTwice: kept.length - addresses.size,
  };
}

/** Whether an event is kept shows only when it comes again: then it changes nothing. */
async function auditVisits(
  server: ServerProcess,
  acknowledged: readonly string[],
): Promise<Omit<KillReport['visits'], 'unanswered'>> {
  const before = await readCounters(server.databaseUrl);
  await repeatVisits(server.url, acknowledged);
  const after = await readCounters(server.databaseUrl);
  return {
    acknowledged: acknowledged.length,
    counted: before.total.pageViews,
    lost: after.total.pageViews - before.total.pageViews,
    differences: [...before.differences, ...after.differences],
  };
}
