import { type KillReport, runKillRounds } from '../server/testing/kill-rounds.ts';
import { hastyPostgres, victims } from '../server/testing/victims.ts';

export const ROUNDS = 100;
/** A promise that is not kept shows after a few. */
const CONTROL_ROUNDS = 5;

/** What is killed, by name. */
export const killedGrounds: readonly string[] = victims.map(({ name }) => name);

const reports = new Map<string, Promise<KillReport>>();

/** What came of killing one of `killedGrounds`, done once for all proofs that look at it. */
export function killReport(ground: string): Promise<KillReport> {
  const victim = victims.find(({ name }) => name === ground);
  if (!victim) throw new Error(`Nothing is killed on ${ground}.`);
  const report = reports.get(ground) ?? runKillRounds(victim, ROUNDS);
  reports.set(ground, report);
  return report;
}

/** How much is lost of what a database acknowledged that does not wait for its disk. */
export async function lossesInHaste(): Promise<number> {
  const { signUps, visits } = await runKillRounds(hastyPostgres, CONTROL_ROUNDS);
  return signUps.lost.length + visits.lost;
}
