import { type KillReport, runKillRounds } from '../testing/load/kill-rounds.ts';
import { asynchronousPostgres, killTargets } from '../testing/load/kill-targets.ts';
import { withWeakened } from './weakened-program.ts';

export const ROUNDS = 100;
/** A promise that is not kept shows after a few. */
const CONTROL_ROUNDS = 5;

/** What is killed, by name. */
export const killTargetNames: readonly string[] = killTargets.map(({ name }) => name);

const reports = new Map<string, Promise<KillReport>>();

/** What came of killing one of `killTargetNames`, done once for all proofs that look at it. */
export function killReport(variant: string): Promise<KillReport> {
  const target = killTargets.find(({ name }) => name === variant);
  if (!target) throw new Error(`Nothing is killed on ${variant}.`);
  const report = reports.get(variant) ?? runKillRounds(target, ROUNDS);
  reports.set(variant, report);
  return report;
}

/** The same, a few times, where nothing waits for the commit: neither the program nor, if it is killed, PostgreSQL. */
export async function reportWithoutWaiting(variant: string): Promise<KillReport> {
  const target = killTargets.find(({ name }) => name === variant);
  if (!target) throw new Error(`Nothing is killed on ${variant}.`);
  if (target === killTargets.at(-1))
    return await runKillRounds(asynchronousPostgres, CONTROL_ROUNDS);
  const waiting = 'await storage.waitlist.join(';
  return await withWeakened(
    'server/waitlist/join-waitlist.ts',
    [waiting, waiting.replace('await', 'void')],
    (program) => runKillRounds(target, CONTROL_ROUNDS, program),
  );
}
