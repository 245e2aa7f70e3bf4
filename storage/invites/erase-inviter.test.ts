import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, dayOf, HOUR_MS } from '../../contract/durations.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { ANA, counts, invitesForEachTest, NOON } from '../../testing/databases/test-invites.ts';
import type { Engine } from '../engine.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { eraseInviter } from './erase-inviter.ts';

const OLD = NOON - 200 * DAY_MS;

for (const engine of testEngines) {
  describe(`erasing an inviter on ${engine.name}`, () => {
    const invites = invitesForEachTest(engine);

    /** Erases Ana, and runs something after her events in the log were counted. */
    async function eraseAna(meanwhile: () => Promise<unknown>): Promise<boolean> {
      await using real = await openEngine(invites.database.url, 'command');
      const snapshot: Engine['snapshot'] = async (read) => {
        const counted = await real.snapshot(read);
        await meanwhile();
        return counted;
      };
      return await eraseInviter({ ...real, snapshot }, 'ana', NOON);
    }

    async function assertOnlyBen(): Promise<void> {
      const { analytics } = invites.storage;
      const day = dayOf(NOON);
      for (const days of [undefined, { from: day, to: day }]) {
        const all = { search: '', sort: 'pageViews', order: 'desc', days } as const;
        const { rows, total } = await analytics.read({ ...all, limit: 9, offset: 0 });
        assert.deepEqual(
          rows.map(({ id }) => id),
          ['ben'],
        );
        assert.deepEqual(total, counts({ views: days ? 1 : 2 }));
      }
      const shown = (await analytics.hours(day)).filter(({ pageViews }) => pageViews > 0);
      assert.deepEqual(shown, [{ day: 12, pageViews: 1, downloads: 0 }]);
      assert.deepEqual((await invites.storage.recount()).differences, []);
    }

    test('also subtracts events that came, and those that the retention moved to older days, after the log was counted', async () => {
      const { storage, view, click, report } = invites;
      for (const at of [OLD, OLD + HOUR_MS, NOON - HOUR_MS, NOON]) {
        await view({ at, eventId: undefined });
        await report({ at, inviteId: `i-${at}`, action: 'accepted' });
      }
      for (const at of [OLD, NOON]) await view({ inviterId: 'ben', at, eventId: undefined });
      const meanwhile = async () => {
        await click();
        await storage.retention.run(NOON);
        await click({ eventId: undefined });
      };
      assert.equal(await eraseAna(meanwhile), true);
      await assertOnlyBen();
      await storage.retention.run(NOON);
      await assertOnlyBen();
    });

    test('of a person who was erased and stored again after the log was counted, erases the new profile', async () => {
      const { storage, view } = invites;
      for (const at of [OLD, NOON]) await view({ inviterId: 'ben', at, eventId: undefined });
      await view();
      const again = async () => {
        await storage.inviters.erase('ana', NOON);
        await storage.inviters.put(ANA);
        await view({ at: NOON - HOUR_MS, eventId: undefined });
      };
      assert.equal(await eraseAna(again), true);
      await assertOnlyBen();
    });
  });
}
