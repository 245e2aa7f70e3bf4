import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { NOON, openTestInvites } from '../../testing/databases/test-invites.ts';
import { Dice } from '../../testing/dice.ts';
import type { AppInvite, InviteVisit } from '../events.ts';

type Event = InviteVisit | AppInvite;

/** The events have few different ids and days, so that all combinations of events for the same rows occur. */
function randomEvents(count: number, seed: number): Event[] {
  const dice = new Dice(seed);
  return Array.from({ length: count }, (_, n) => {
    const inviterId = dice.pick(['ana', 'ana', 'ben', 'nobody']);
    const at = NOON + n * 1_000 + dice.pick([0, 0, 0, 8 * DAY_MS]);
    if (dice.happens(0.3)) {
      const inviteId = `invite-${dice.upTo(count * 0.1)}`;
      return { inviteId, inviterId, action: dice.pick(['sent', 'accepted'] as const), at };
    }
    return {
      inviterId,
      action: dice.pick(['page_view', 'download_clicked'] as const),
      eventId: dice.pick([undefined, `load-${dice.upTo(count * 0.3)}`]),
      at,
      excluded: dice.pick([undefined, undefined, undefined, 'bot', 'prefetch'] as const),
    };
  });
}

test('engines give the same outcomes for a thousand events in sequence', async () => {
  const events = randomEvents(1_000, 1);
  const results = [];
  for (const engine of testEngines) {
    const { storage, close } = await openTestInvites(engine);
    const outcomes: string[] = [];
    for (const event of events) {
      if ('inviteId' in event) outcomes.push(...(await storage.inviteEvents.report([event])));
      else outcomes.push(await storage.inviteEvents.visit(event));
    }
    const days = await storage.analytics.days(0);
    results.push({ outcomes, days, totals: await storage.inviteEvents.totals() });
    await close();
  }
  const [first, ...others] = results;
  assert.ok(new Set(first?.outcomes).size >= 5, 'every outcome occurs');
  for (const other of others) assert.deepEqual(other, first);
});
