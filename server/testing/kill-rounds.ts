import { DatabaseSync } from 'node:sqlite';
import { startServer } from './server-process.ts';
import { exportedAddresses, startSignUps } from './sign-up-load.ts';

export interface KillReport {
  /** How many sign-ups were answered with 200, over all rounds. */
  acknowledged: number;
  /** How many addresses the database has in the end; some were stored without an answer. */
  kept: number;
  lost: string[];
  storedTwice: number;
  /** What SQLite's own check says: "ok" when nothing is wrong. */
  integrity: string;
}

/** Kills the program under sign-ups and starts it again on the same database, round after round. */
export async function runKillRounds(rounds: number): Promise<KillReport> {
  const first = await startServer({ env: { RATE_LIMITS: 'off' } });
  const env = { RATE_LIMITS: 'off', DATABASE_URL: `file:${first.databaseFile}` };
  const acknowledged: string[] = [];
  let server = first;
  for (let round = 0; round < rounds; round++) {
    const load = startSignUps(server.url, `round-${round}`);
    await load.reaches(100 + 7 * round);
    await server.kill();
    await load.ended;
    acknowledged.push(...load.acknowledged);
    server = await startServer({ env });
  }
  const kept = await exportedAddresses(first.databaseFile);
  const addresses = new Set(kept);
  const raw = new DatabaseSync(first.databaseFile, { readOnly: true });
  const integrity = String(raw.prepare('PRAGMA integrity_check').get()?.['integrity_check']);
  raw.close();
  await server.stop();
  await first.stop();
  return {
    acknowledged: acknowledged.length,
    kept: kept.length,
    lost: acknowledged.filter((email) => !addresses.has(email)),
    storedTwice: kept.length - addresses.size,
    integrity,
  };
}
