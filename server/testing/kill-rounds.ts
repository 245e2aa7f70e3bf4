import { DatabaseSync } from 'node:sqlite';
import { type ServerProcess, startServer } from './server-process.ts';
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
  /** What SQLite's own check says: "ok" when nothing is wrong. */
  integrity: string;
}

/** Kills the program under sign-ups and visits, and starts it again on the same database, round after round. */
export async function runKillRounds(rounds: number): Promise<KillReport> {
  const first = await startServer({ env: { RATE_LIMITS: 'off' } });
  await addInviter(first.databaseFile);
  const env = { RATE_LIMITS: 'off', DATABASE_URL: `file:${first.databaseFile}` };
  const emails: string[] = [];
  const views: string[] = [];
  let unanswered = 0;
  let server = first;
  for (let round = 0; round < rounds; round++) {
    const signUps = startSignUps(server.url, `round-${round}`);
    const visits = startVisits(server.url, `round-${round}`);
    const enough = 100 + 7 * round;
    await Promise.all([signUps.reaches(enough), visits.reaches(enough)]);
    await server.kill();
    await Promise.all([signUps.ended, visits.ended]);
    emails.push(...signUps.acknowledged);
    views.push(...visits.acknowledged);
    unanswered += visits.failures.length;
    server = await startServer({ env });
  }
  const report = {
    signUps: await auditSignUps(first.databaseFile, emails),
    visits: { unanswered, ...(await auditVisits(server, views)) },
    integrity: checkIntegrity(first.databaseFile),
  };
  await server.stop();
  await first.stop();
  return report;
}

async function auditSignUps(
  databaseFile: string,
  acknowledged: readonly string[],
): Promise<KillReport['signUps']> {
  const kept = await exportedAddresses(databaseFile);
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
  const before = await readCounters(server.databaseFile);
  await repeatVisits(server.url, acknowledged);
  const after = await readCounters(server.databaseFile);
  return {
    acknowledged: acknowledged.length,
    counted: before.total.pageViews,
    lost: after.total.pageViews - before.total.pageViews,
    differences: [...before.differences, ...after.differences],
  };
}

function checkIntegrity(databaseFile: string): string {
  const raw = new DatabaseSync(databaseFile, { readOnly: true });
  const integrity = String(raw.prepare('PRAGMA integrity_check').get()?.['integrity_check']);
  raw.close();
  return integrity;
}
