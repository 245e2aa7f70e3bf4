import { setTimeout as wait } from 'node:timers/promises';

/** Reports the progress of a large change or transfer, and interrupts it. */
export interface Watch {
  /** Called after each step with the number of rows that are done and of all rows. */
  tell(done: number, total: number): void;
  /** Interrupts it after the current step. */
  stop: AbortSignal;
}

/**
 * A large change is made in steps, each of which is one short transaction, because every other write waits for it.
 *
 * @yields the next rows, as `leavingRoom`
 */
export async function* inSteps<Row>(rows: readonly Row[], perStep: number): AsyncGenerator<Row[]> {
  const count = Math.ceil(rows.length / perStep);
  const steps = Array.from({ length: count }, (_, n) => rows.slice(n * perStep, (n + 1) * perStep));
  yield* leavingRoom(steps);
}

/**
 * Passes steps on. Before the next one, it waits for as long as the caller worked on this one: a command has another
 * connection than the site, and without this pause it would lock the file again before the site has seen it free.
 */
export async function* leavingRoom<Step>(
  steps: Iterable<Step> | AsyncIterable<Step>,
): AsyncGenerator<Step> {
  for await (const step of steps) {
    const begun = performance.now();
    yield step;
    await wait(performance.now() - begun);
  }
}
