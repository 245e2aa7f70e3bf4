import { type KillReport, runKillRounds } from '../testing/load/kill-rounds.ts';
import { hastyPostgres, victims } from '../testing/load/victims.ts';
import { withWeakened } from './weakened-program.ts';

export const ROUNDS = 100;
/** A promise that is not kept shows after a few. */
const CONTROL_ROUNDS = 5;

/** What is killed, by name. */
export const killedVariants: readonly string[] = victims.map(({ name }) => name);

const reports = new Map<string, Promise<KillReport>>();

/** What came of killing one of `killedVariants`, done once for all proofs that look at it. */
export function killReport(variant: string): Promise<KillReport> {
  const victim = victims.find(({ name }) => name === variant);
  if (!victim) throw new Error(`Nothing is killed on ${variant}.`);
  const report = reports.get(variant) ?? runKillRounds(victim, ROUNDS);
  reports.set(variant, report);
  return report;
}

/** The same, a few times, where nothing waits for the commit: neither the program nor, if it is killed, PostgreSQL. */
export async function unwaitedReport(variant: string): Promise<KillReport> {
  const victim = victims.find(({ name }) => name === variant);
  if (!victim) throw new Error(`Nothing is killed on ${variant}.`);
  if (victim === victims.at(-1)) return await runKillRounds(hastyPostgres, CONTROL_ROUNDS);
  const waiting = 'await storage.waitlist.join(';
  return await withWeakened(
    'server/waitlist/join-waitlist.ts',
    [waiting, waiting.replace('await', 'void')],
    (program) => runKillRounds(victim, CONTROL_ROUNDS, program),
  );
}
