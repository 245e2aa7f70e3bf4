import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { MINUTE_MS } from '../../contract/durations.ts';
import { createSendingPauses } from './sending-pauses.ts';

const UNREACHABLE = { outcome: 'unreachable', reply: 'none', isOneLetter: false } as const;

function pausesAtMidnight() {
  let now = Date.UTC(2026, 0, 1);
  const pauses = createSendingPauses(() => now, fastify({ logger: false }).log);
  return {
    pauses,
    now: () => now,
    /** Lets time pass. @returns whether no letters are sent then */
    isPausedAfter(minutes: number): boolean {
      now += minutes * MINUTE_MS;
      return pauses.isPaused();
    },
  };
}

test('if the budget is used up, nothing is sent for a minute', () => {
  const { pauses, now, isPausedAfter } = pausesAtMidnight();
  pauses.afterBudget(now());
  assert.equal(isPausedAfter(0.99), true);
  assert.equal(isPausedAfter(0.01), false);
});

test('a budget that is used up does not shorten the pause of an unreachable mail server', () => {
  const { pauses, now, isPausedAfter } = pausesAtMidnight();
  for (const minutes of [1, 2]) {
    pauses.after({ letter: 1 }, UNREACHABLE);
    assert.equal(isPausedAfter(minutes), false);
  }
  pauses.after({ letter: 1 }, UNREACHABLE);
  pauses.afterBudget(now());
  assert.equal(isPausedAfter(4.99), true);
  assert.equal(isPausedAfter(0.01), false);
});

const REJECTED = {
  refused: { outcome: 'refused', reply: 'no', isAddressDead: false },
  uncertain: { outcome: 'uncertain', reply: 'none' },
} as const;
for (const outcome of ['refused', 'uncertain'] as const) {
  test(`the third of five letters that is ${outcome} begins a pause, also if letters between them are accepted`, () => {
    const { pauses, isPausedAfter } = pausesAtMidnight();
    for (const _ of [1, 2]) {
      pauses.after({ letter: 1 }, REJECTED[outcome]);
      assert.equal(isPausedAfter(0), false);
      pauses.after({ letter: 2 }, { outcome: 'accepted', reply: 'ok' });
    }
    assert.equal(pauses.isOneAtATime(), true);
    pauses.after({ letter: 1 }, REJECTED[outcome]);
    assert.equal(isPausedAfter(0.99), true);
  });
}
