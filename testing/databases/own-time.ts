import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/** The rest of a longer turn was not ours. */
const LONGEST_TURN_MS = 2 * LOOK_EVERY_MS;

/**
 * How long something takes, on a clock that stands still while this process gets no turn: what is late
 * because the machine has much else to do is not late.
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

/** Looks until it is so. @throws when it is not within that time on such a clock */
export async function comesTrue(isSo: () => Promise<boolean>, withinMs: number): Promise<void> {
  const clock = startClock();
  try {
    while (!(await isSo())) {
      if (clock.read() > withinMs) throw new Error(`It did not come within ${withinMs} ms.`);
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
