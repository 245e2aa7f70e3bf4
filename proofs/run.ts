/**
 * Proofs need too much time or load to be part of the tests:
 *
 *   npm run prove              all proofs
 *   npm run prove D1 L1        only these
 *   npm run prove -- --list    what each promises, and its control
 *
 * Each proof prints its figures and those of its control: the same check without the protection,
 * which must fail. If a proof fails, or a control does not fail, the exit code is 1.
 */
import { countersEqualLog, durableUnderKill } from './d1-d10-kills.ts';
import { survivesPowerLoss } from './d2-survives-power-loss.ts';
import { failsOverWithoutLoss } from './d11-fails-over-without-loss.ts';
import { atomicMigrations } from './d14-atomic-migrations.ts';
import { lettersOnce, mailingsBalance } from './l1-l8-mailings.ts';
import { nobodyInTwoWaves } from './l9-nobody-in-two-waves.ts';
import type { Proof } from './proof.ts';
import { survivesFuzzing } from './v9-survives-fuzzing.ts';

const proofs: readonly Proof[] = [
  durableUnderKill,
  survivesPowerLoss,
  countersEqualLog,
  failsOverWithoutLoss,
  atomicMigrations,
  lettersOnce,
  mailingsBalance,
  nobodyInTwoWaves,
  survivesFuzzing,
];

const parameters = process.argv.slice(2);
if (parameters.includes('--list')) {
  for (const { id, promise, control } of proofs) {
    say(`${id.padEnd(4)} ${promise}\n     Control: without ${control.without}.`);
  }
  process.exit();
}
const asked = parameters.map((id) => id.toUpperCase());
const ids = proofs.map(({ id }) => id);
const unknown = asked.filter((id) => !ids.includes(id));
if (unknown.length > 0) {
  say(`There is no proof ${unknown.join(', ')}; there are ${ids.join(', ')}.`);
  process.exit(2);
}
for (const { id, promise, variants = [''], run, control } of proofs) {
  if (asked.length > 0 && !asked.includes(id)) continue;
  say(`\n${id}  ${promise}`);
  for (const variant of variants) {
    await attempt('holds', 'DOES NOT HOLD', variant, run);
    if (control.variants && !control.variants.includes(variant)) continue;
    const success = `without ${control.without}, it fails`;
    await attempt(success, 'CONTROL DOES NOT FAIL', variant, control.run);
  }
}
// A control that fails may leave connections open, which would keep this process running.
process.exit();

async function attempt(
  success: string,
  failure: string,
  variant: string,
  run: (variant: string) => Promise<string>,
): Promise<void> {
  const start = performance.now();
  const [outcome, figures] = await run(variant).then(
    (text) => [success, text],
    (error: unknown) => [failure, error instanceof Error ? error.message : String(error)],
  );
  if (outcome === failure) process.exitCode = 1;
  const seconds = Math.round((performance.now() - start) / 1_000);
  say(`    ${outcome}${variant && ` on ${variant}`} (${seconds} s): ${figures}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
