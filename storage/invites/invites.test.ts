// Long because it has every way to count an event, on both engines.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { becomesTrue } from '../../testing/databases/own-time.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import {
  ANA,
  BEN,
  counts,
  invitesForEachTest,
  NOON,
} from '../../testing/databases/test-invites.ts';
import { RandomValues } from '../../testing/random-values.ts';
import { openStorage } from '../open.ts';
import { eventKey } from './visits.ts';

for (const engine of testEngines) {
  describe(`invites on ${engine.name}`, () => {
    const invites = invitesForEachTest(engine);

    test('an inviter is found with the profile that was stored last, and only by the exact id', async () => {
      const { storage } = invites;
      assert.deepEqual(await storage.inviters.find('ana'), ANA);
      await storage.inviters.put({ ...ANA, firstName: null });
      assert.deepEqual(await storage.inviters.find('ana'), { ...ANA, firstName: null });
      assert.equal(await storage.inviters.find('Ana'), undefined);
      await storage.inviters.put({ ...ANA, id: 'Ana' });
      assert.deepEqual(await storage.inviters.find('Ana'), { ...ANA, id: 'Ana' });
    });

    test('many inviters can be stored in one call; if several have the same id, the last one is stored', async () => {
      const { storage } = invites;
      const many = Array.from({ length: 250 }, (_, n) => ({ ...BEN, id: `many-${n}` }));
      const later = { ...ANA, id: 'many-7', username: 'later' };
      await storage.inviters.putAll([]);
      await storage.inviters.putAll([...many, { ...ANA, firstName: null }, later]);
      assert.deepEqual(await storage.inviters.find('many-249'), many[249]);
      assert.deepEqual(await storage.inviters.find('many-7'), later);
      assert.deepEqual(await storage.inviters.find('ana'), { ...ANA, firstName: null });
    });

    test('if one of many inviters cannot be stored, none of them is stored', async () => {
      const { storage } = invites;
      const many = Array.from({ length: 250 }, (_, n) => ({ ...BEN, id: `many-${n}` }));
      const nameless = { ...ANA, id: 'many-250', username: null as unknown as string };
      await assert.rejects(storage.inviters.putAll([...many, nameless]));
      assert.equal(await storage.inviters.find('many-0'), undefined);
    });

    test('a page load counts one view and one download, however often they are sent', async () => {
      const { view, click, totals } = invites;
      assert.deepEqual(
        [await view(), await view(), await click(), await click()],
        ['counted', 'repeated', 'counted', 'repeated'],
      );
      assert.deepEqual(await totals(), counts({ views: 1, downloads: 1 }));
    });

    test('twenty parallel copies of one event count once', async () => {
      const { view, totals } = invites;
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => view()));
      assert.equal(outcomes.filter((outcome) => outcome === 'counted').length, 1);
      assert.deepEqual(await totals(), counts({ views: 1 }));
    });

    test('events without an id count each time', async () => {
      const { view, totals } = invites;
      await Promise.all([view({ eventId: undefined }), view({ eventId: undefined })]);
      assert.deepEqual(await totals(), counts({ views: 2 }));
    });

    test('an event id is remembered for exactly seven days', async () => {
      const { view } = invites;
      await view();
      assert.equal(await view({ at: NOON + 7 * DAY_MS - 1 }), 'repeated');
      assert.equal(await view({ at: NOON + 7 * DAY_MS }), 'counted');
    });

    test('a click also counts the view of its page load, and a later report of this view is a repetition', async () => {
      const { view, click, totals } = invites;
      assert.equal(await click(), 'counted');
      assert.equal(await view(), 'repeated');
      assert.deepEqual(await totals(), counts({ views: 1, downloads: 1 }));
    });

    test('whatever events anyone forges, no inviter has more downloads than views, and real events count', async () => {
      const { storage, view, click, eachInviter } = invites;
      const random = new RandomValues(12);
      const real = Array.from({ length: 100 }, (_, n) => `real-load-${n}`);
      await storage.inviters.put({ ...ANA, id: 'real' });
      for (let round = 0; round < 10; round++) {
        // Few ids, so that most are sent for several inviters, some first with a view and some first with a click.
        const forged = Array.from({ length: 200 }, () => {
          const eventId = random.happens(0.2) ? undefined : `forged-${random.upTo(100)}`;
          const inviterId = random.pick(['ana', 'ben', 'cem']);
          // Only clicks are forged for Cem, and few views for Ben.
          const isView = random.happens({ ana: 0.5, ben: 0.1 }[inviterId] ?? 0);
          return (isView ? view : click)({ eventId, inviterId });
        });
        const some = real.slice(10 * round, 10 * round + 10);
        const seen = some.map((eventId) => view({ eventId, inviterId: 'real' }));
        await Promise.all([...forged, ...seen]);
        await Promise.all(some.slice(0, 3).map((eventId) => click({ eventId, inviterId: 'real' })));
        for (const row of await eachInviter()) {
          const [views = 0, downloads = 0] = row.match(/\d+/g)?.map(Number) ?? [];
          assert.ok(downloads <= views, row);
        }
        const id = random.pick(['ana', 'ben', 'cem']);
        await storage.inviters.erase(id, NOON);
        await storage.inviters.put({ ...ANA, id });
      }
      assert.ok((await eachInviter()).includes('real 100 views 30 downloads'));
    });

    test('after a click without an id, a click with the id of a counted view is still counted', async () => {
      const { view, click, totals } = invites;
      await view();
      assert.equal(await click({ eventId: undefined }), 'counted');
      assert.equal(await click(), 'counted');
      assert.deepEqual(await totals(), counts({ views: 2, downloads: 2 }));
    });

    test('a click also counts a view after an inviter was erased and stored again', async () => {
      const { storage, view, click, totals } = invites;
      await view();
      await storage.inviters.erase('ana', NOON);
      await storage.inviters.put(ANA);
      assert.equal(await click(), 'counted');
      assert.deepEqual(await totals(), counts({ views: 1, downloads: 1 }));
    });

    test('an event of an unknown inviter stores nothing', async () => {
      const { view, report, totals } = invites;
      assert.equal(await view({ inviterId: 'nobody' }), 'unknown-inviter');
      assert.deepEqual(await report({ inviterId: 'nobody' }), ['unknown-inviter']);
      assert.deepEqual(await totals(), counts({}));
      assert.equal(await view(), 'counted');
      assert.deepEqual(await report({}), ['counted']);
    });

    test('excluded visits are counted separately, by reason and day', async () => {
      const { storage, view } = invites;
      assert.equal(await view({ excluded: 'bot' }), 'excluded');
      await view({ excluded: 'bot', at: NOON + DAY_MS });
      await view({ excluded: 'link-preview' });
      assert.equal(await view({ inviterId: 'nobody', excluded: 'bot' }), 'unknown-inviter');
      await view();
      await view();
      const { total, excluded } = await storage.analytics.totals();
      assert.deepEqual(total, counts({ views: 1 }));
      assert.deepEqual(excluded, { bot: 2, 'link-preview': 1, repeat: 1 });
    });

    test('each action of an app invite counts only once, even if it is repeated much later', async () => {
      const { report, totals } = invites;
      const outcomes = await report(
        { action: 'sent' },
        { action: 'sent' },
        { action: 'accepted', at: NOON + 100 * DAY_MS },
        { action: 'accepted' },
        { inviteId: 'i-2', action: 'accepted' },
        { inviteId: 'i-2', action: 'sent' },
        { inviterId: 'ben' },
      );
      assert.deepEqual(outcomes, [
        'counted',
        'repeated',
        'counted',
        'repeated',
        'counted',
        'repeated',
        'other-inviter',
      ]);
      assert.deepEqual(await totals(), counts({ sent: 2, accepted: 2 }));
    });

    test('recount names an inviter with more downloads than page views, and the next event adds the missing page views', async () => {
      const { storage, database, view, click, totals } = invites;
      await view();
      await click();
      // Every sum equals the log, but downloads exceed page views.
      await query(database.url, 'UPDATE invite_event SET counter = 1');
      for (const table of ['inviter_total', 'inviter_day', 'hour_total'])
        await query(database.url, `UPDATE ${table} SET page_views = 0, downloads = 2`);
      assert.deepEqual((await storage.recount()).differences, [
        'downloads of the inviter with key 1 is 2, but page_views is only 0. The next event of this inviter adds the missing page views.',
      ]);
      await view({ eventId: 'load-0002' });
      assert.deepEqual(await totals(), counts({ views: 2, downloads: 2 }));
    });

    test('another process reads a new profile immediately, and the server soon notices if that process changes or erases the profile', async () => {
      const { storage, database } = invites;
      await using command = await openStorage(database.url, 'command');
      assert.deepEqual(await command.inviters.find('ben'), BEN);
      assert.deepEqual(await storage.inviters.find('ben'), BEN);
      await command.inviters.put({ ...BEN, username: 'ben_2' });
      const name = async () => (await storage.inviters.find('ben'))?.username;
      await becomesTrue(async () => (await name()) === 'ben_2', 5_000);
      await command.inviters.erase('ben', NOON);
      await becomesTrue(async () => !(await storage.inviters.find('ben')), 5_000);
    });
  });
}

test('event keys never change, so that an event counts once across an upgrade', () => {
  const key = (action: 'page_view' | 'download_clicked') =>
    eventKey(action, 'mbxq1c2d-00112233445566778899').toString('hex');
  assert.equal(key('page_view'), '6d6278713163326404a6eab07a64e94a446abba3');
  assert.equal(key('download_clicked'), '6d62787131633264e04e9158718cb91567374963');
});
