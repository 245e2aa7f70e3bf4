import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { NOON, openTestInvites } from '../../testing/databases/test-invites.ts';
import { Dice } from '../../testing/dice.ts';
import type { AppInvite, InviteVisit } from '../events.ts';
import type { Storage } from '../open.ts';

type Event = InviteVisit | AppInvite;

/** Runs the same work on every engine. @returns one result for each engine */
async function onEveryEngine<Result>(
  work: (
    storage: Storage,
    record: (events: readonly Event[]) => Promise<string[]>,
  ) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const engine of testEngines) {
    const { storage, close } = await openTestInvites(engine);
    results.push(
      await work(storage, async (events) => {
        const outcomes = await Promise.all(
          events.map(async (event) =>
            'inviteId' in event
              ? (await storage.inviteEvents.report([event])).join()
              : await storage.inviteEvents.visit(event),
          ),
        );
        return outcomes;
      }),
    );
    await close();
  }
  return results;
}

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
  const [first, ...others] = await onEveryEngine(async (storage, record) => {
    const outcomes: string[] = [];
    for (const event of events) outcomes.push(...(await record([event])));
    const days = await storage.analytics.days(0);
    return { outcomes, days, totals: await storage.inviteEvents.totals() };
  });
  assert.ok(new Set(first?.outcomes).size >= 5, 'every outcome occurs');
  for (const other of others) assert.deepEqual(other, first);
});

test('engines give the same counts for concurrent events, and never more downloads than page views', async () => {
  const events = randomEvents(3_000, 2);
  const [first, ...others] = await onEveryEngine(async (storage, record) => {
    for (let from = 0; from < events.length; from += 50)
      await record(events.slice(from, from + 50));
    const { total } = await storage.inviteEvents.totals();
    const { rows } = await storage.analytics.read({
      search: '',
      sort: 'pageViews',
      order: 'desc',
      limit: 10,
      offset: 0,
    });
    assert.ok(rows.every((row) => row.pageViews >= row.downloads));
    return { downloads: total.downloads, accepted: total.invitesAccepted, sent: total.invitesSent };
  });
  for (const other of others) assert.deepEqual(other, first);
});
