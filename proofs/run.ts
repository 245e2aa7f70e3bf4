/**
 * Proofs need too much time or load to be part of the tests:
 *
 *   npm run prove              all proofs
 *   npm run prove D1 P1        only these
 *   npm run prove -- --list    what each promises, and its control
 *
 * Each proof prints its figures and those of its control: the same check without the protection,
 * which must fail. If a proof fails, or a control does not fail, the exit code is 1.
 */
import { guessesAreCounted } from './a5-guesses-are-counted.ts';
import { durableUnderKill } from './d1-durable-under-kill.ts';
import { survivesPowerLoss } from './d2-survives-power-loss.ts';
import { backupsUnderLoad } from './d8-backups-under-load.ts';
import { exactlyOnce } from './d9-exactly-once.ts';
import { countersEqualLog } from './d10-counters-equal-log.ts';
import { failsOverWithoutLoss } from './d11-fails-over-without-loss.ts';
import { atomicMigrations } from './d14-atomic-migrations.ts';
import { lettersOnce } from './l1-letters-once.ts';
import { scannersChangeNothing } from './l4-scanners-change-nothing.ts';
import { slowClientsAreCut } from './o4-slow-clients-are-cut.ts';
import { equalAnswers } from './p1-equal-answers.ts';
import type { Proof } from './proof.ts';
import { rollingRestart } from './r1-rolling-restart.ts';
import { survivesFuzzing } from './v9-survives-fuzzing.ts';

const proofs: readonly Proof[] = [
  guessesAreCounted,
  durableUnderKill,
  survivesPowerLoss,
  backupsUnderLoad,
  exactlyOnce,
  countersEqualLog,
  failsOverWithoutLoss,
  atomicMigrations,
  lettersOnce,
  scannersChangeNothing,
  slowClientsAreCut,
  equalAnswers,
  rollingRestart,
  survivesFuzzing,
];

/** What the letter of an id stands for. */
const AREAS = {
  A: 'accounts and signing in',
  D: 'durability and consistency of data',
  L: 'letters',
  O: 'overload, limits and operation',
  P: 'privacy',
  R: 'releases and restarts',
  V: 'vulnerabilities',
};

const parameters = process.argv.slice(2);
if (parameters.includes('--list')) {
  for (const [letter, area] of Object.entries(AREAS)) say(`${letter}    ${area}`);
  say('');
  for (const { id, promise, control } of proofs)
    say(`${id.padEnd(4)} ${promise}\n     ${inWords(control)}`);
  process.exit();
}
const asked = parameters.map((id) => id.toUpperCase());
const unknown = asked.filter((id) => !proofs.some((proof) => proof.id === id));
if (unknown.length > 0) {
  say(
    `There is no proof ${unknown.join(', ')}; there are ${proofs.map(({ id }) => id).join(', ')}.`,
  );
  process.exit(2);
}
for (const proof of proofs.filter(({ id }) => asked.length === 0 || asked.includes(id))) {
  say(`\n${proof.id}  ${proof.promise}`);
  for (const variant of proof.variants ?? ['']) await prove(proof, variant);
}
// A control that fails may leave connections open, which would keep this process running.
process.exit();

function inWords(control: Proof['control']): string {
  return 'without' in control
    ? `Control: without ${control.without}.`
    : `Control, in the same run: without ${control.inRun}.`;
}

async function prove(proof: Proof, variant: string): Promise<void> {
  await attempt('holds', 'DOES NOT HOLD', variant, () => proof.run(variant));
  const { control } = proof;
  if ('run' in control && (control.variants?.includes(variant) ?? true)) {
    const failure = 'CONTROL DOES NOT FAIL';
    await attempt(`without ${control.without} it fails`, failure, variant, () =>
      control.run(variant),
    );
  }
}

async function attempt(
  success: string,
  failure: string,
  variant: string,
  run: () => Promise<string>,
): Promise<void> {
  const start = performance.now();
  const where = () =>
    `${variant && ` on ${variant}`} (${Math.round((performance.now() - start) / 1_000)} s)`;
  try {
    const figure = await run();
    say(`    ${success}${where()}: ${figure}`);
  } catch (error) {
    say(`    ${failure}${where()}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
