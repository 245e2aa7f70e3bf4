import { type KillReport, runKillRounds } from '../../testing/load/kill-rounds.ts';
import { asynchronousPostgres, killTargets } from '../../testing/load/kill-targets.ts';
import { weakening, withWeakened } from '../weakened-program.ts';

export const ROUNDS = 100;
/** Without the protection a few rounds are enough to lose writes. */
const CONTROL_ROUNDS = 5;

/** The variants. Each names its engine, and one says that PostgreSQL is killed; in the others the site is killed. */
export const killTargetNames: readonly string[] = killTargets.map(({ name }) => name);

const NOT_WAITING = weakening(
  'server/waitlist/sign-up.ts',
  'await storage.waitlist.join(email, clock(), ask);',
  // With a delay, because on an idle machine a write that has begun often ends before the kill.
  'setTimeout(() => storage.waitlist.join(email, clock(), ask), 20);',
);

const reports = new Map<string, Promise<KillReport>>();

/** Kills one of `killTargetNames` repeatedly. The proofs D1 and D10 share one run. */
export function killReport(variant: string): Promise<KillReport> {
  const target = killTargets.find(({ name }) => name === variant);
  if (!target) throw new Error(`There is no variant ${variant}.`);
  const report = reports.get(variant) ?? runKillRounds(target, ROUNDS);
  reports.set(variant, report);
  return report;
}

/**
 * Runs a few rounds in which writes are acknowledged before they are committed: by the program or, in the variant that
 * kills PostgreSQL, by PostgreSQL.
 */
export async function reportWithoutWaiting(variant: string): Promise<KillReport> {
  const target = killTargets.find(({ name }) => name === variant);
  if (!target) throw new Error(`There is no variant ${variant}.`);
  if (target === killTargets.at(-1))
    return await runKillRounds(asynchronousPostgres, CONTROL_ROUNDS);
  return await withWeakened(NOT_WAITING, (program) =>
    runKillRounds(target, CONTROL_ROUNDS, program),
  );
}
