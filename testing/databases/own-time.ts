import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/**
 * The most time that is counted between two turns of the timer. If more time passes, other processes used the
 * processor.
 */
const LONGEST_TURN_MS = 2 * LOOK_EVERY_MS;

/**
 * Measures how long something takes, without the time in which other processes had the processor. So a busy machine
 * does not make a test fail.
 *
 * @returns milliseconds
 */
export async function ownTime(work: () => Promise<unknown>): Promise<number> {
  const clock = startClock();
  try {
    await work();
    return clock.read();
  } finally {
    clock.stop();
  }
}

/**
 * Checks repeatedly until the condition is true.
 *
 * @throws if the condition is not true within `withinMs`, measured as in `ownTime`
 */
export async function becomesTrue(
  condition: () => Promise<boolean>,
  withinMs: number,
): Promise<void> {
  const clock = startClock();
  try {
    while (!(await condition())) {
      if (clock.read() > withinMs)
        throw new Error(`The condition was not true within ${withinMs} ms.`);
      await wait(LOOK_EVERY_MS);
    }
  } finally {
    clock.stop();
  }
}

export async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return await work.then(
    () => true,
    () => false,
  );
}

function startClock() {
  let own = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    own += Math.min(now - last, LONGEST_TURN_MS);
    last = now;
  };
  const turns = setInterval(look, LOOK_EVERY_MS);
  return {
    read() {
      look();
      return own;
    },
    stop: () => clearInterval(turns),
  };
}
