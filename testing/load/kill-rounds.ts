import { checkIntegrity } from '../databases/test-databases.ts';
import type { ServerProcess } from '../server-process.ts';
import type { KillTarget } from './kill-targets.ts';
import { exportedAddresses, startSignUps } from './sign-up-load.ts';
import { addInviter, readCounters, repeatVisits, startVisits } from './visit-load.ts';

export interface KillReport {
  signUps: {
    /** Number of sign-ups answered with 200, over all rounds. */
    acknowledged: number;
    /** Number of addresses in the database at the end, also of sign-ups that were stored but not answered. */
    kept: number;
    lost: string[];
    storedTwice: number;
  };
  visits: {
    /** Number of visits answered with 200, over all rounds. */
    acknowledged: number;
    /** Number of visits without an answer, which may be counted or not. */
    unanswered: number;
    counted: number;
    /** Number of acknowledged visits that were lost: they were counted when they were sent again. */
    lost: number;
    /** One sentence for each counter that differs from a recount of the log. */
    differences: string[];
  };
  /** "ok", or the faults that the database's own check finds. */
  integrity: string;
}

/**
 * Repeatedly kills a target while it answers sign-ups and visits, and starts it again on the same database.
 *
 * @param program a changed copy, instead of the real program
 */
export async function runKillRounds(
  { prepare }: KillTarget,
  rounds: number,
  program?: string,
): Promise<KillReport> {
  const running = await prepare(program);
  const { DATABASE_URL } = running.env;
  let server = await running.start();
  try {
    await addInviter(DATABASE_URL);
    await server.stop();
    // Restarting PostgreSQL writes the inviter to the disk. Otherwise a kill of `asynchronousPostgres` could lose it.
    await running.restart();
    server = await running.start();
    const emails: string[] = [];
    const views: string[] = [];
    let unanswered = 0;
    for (let round = 0; round < rounds; round++) {
      const signUps = startSignUps(server.url, `round-${round}`);
      const visits = startVisits(server.url, `round-${round}`);
      const enough = 100 + 7 * round;
      await Promise.all([signUps.reaches(enough), visits.reaches(enough)]);
      await running.kill(server);
      await Promise.all([signUps.ended, visits.ended]);
      emails.push(...signUps.acknowledged);
      views.push(...visits.acknowledged);
      unanswered += visits.failures.length;
      server = await running.revive(server);
    }
    const signUps = await auditSignUps(DATABASE_URL, emails);
    const visits = { unanswered, ...(await auditVisits(server, views)) };
    await server.stop();
    await running.restart();
    return { signUps, visits, integrity: await checkIntegrity(DATABASE_URL) };
  } finally {
    await server.stop();
    await running.remove();
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

/** Sends every acknowledged event again: an event that is stored does not change the counters. */
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
