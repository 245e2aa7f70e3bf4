import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openStorage } from './open.ts';
import type { AppInvite, Inviter, InviteVisit, Storage } from './storage.ts';
import { type TestDatabase, testEngines } from './test-databases.ts';

const NOON = Date.UTC(2025, 5, 14, 12);
const DAY_MS = 86_400_000;
const ANA: Inviter = { id: 'ana', username: 'ana_92', firstName: 'Ana', profileImageUrl: null };
const BEN: Inviter = { id: 'ben', username: 'ben', firstName: null, profileImageUrl: '/ben.svg' };

for (const engine of testEngines) {
  describe(`invites on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;

    beforeEach(async () => {
      database = await engine.create();
      storage = await openStorage(database.url, 'server');
      await storage.inviters.put(ANA);
      await storage.inviters.put(BEN);
    });
    afterEach(async () => {
      const { differences } = await storage.inviteEvents.recount();
      await storage.close();
      await database.remove();
      assert.deepEqual(differences, []);
    });

    const view = (changes: Partial<InviteVisit> = {}) =>
      storage.inviteEvents.visit({
        inviterId: 'ana',
        action: 'page_view',
        eventId: 'load-0001',
        at: NOON,
        excluded: undefined,
        ...changes,
      });
    const click = (changes: Partial<InviteVisit> = {}) =>
      view({ action: 'download_clicked', ...changes });
    const report = (...invites: Partial<AppInvite>[]) =>
      storage.inviteEvents.report(
        invites.map((invite) => ({
          inviteId: 'i-1',
          inviterId: 'ana',
          action: 'sent',
          at: NOON,
          ...invite,
        })),
      );
    const totals = async () => (await storage.inviteEvents.totals()).total;

    test('an inviter is found as last put, and not under another id', async () => {
      assert.deepEqual(await storage.inviters.find('ana'), ANA);
      await storage.inviters.put({ ...ANA, firstName: null });
      assert.deepEqual(await storage.inviters.find('ana'), { ...ANA, firstName: null });
      assert.equal(await storage.inviters.find('Ana'), undefined);
    });

    test('ids and names are kept to the letter, whatever they contain', async () => {
      for (const id of ["o'brien", '"; drop table inviter; --', '名前', '%_\\', '👩‍👩‍👧', ' ']) {
        const inviter = { id, username: id, firstName: id, profileImageUrl: null };
        await storage.inviters.put(inviter);
        assert.deepEqual(await storage.inviters.find(id), inviter);
      }
    });

    test('a page load counts one view and one download, however often they are sent', async () => {
      assert.deepEqual(
        [await view(), await view(), await click(), await click()],
        ['counted', 'repeated', 'counted', 'repeated'],
      );
      assert.deepEqual(await totals(), counts({ views: 1, downloads: 1 }));
    });

    test('twenty parallel copies of one event count once', async () => {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => view()));
      assert.equal(outcomes.filter((outcome) => outcome === 'counted').length, 1);
      assert.deepEqual(await totals(), counts({ views: 1 }));
    });

    test('events without an id count each time', async () => {
      await Promise.all([view({ eventId: undefined }), view({ eventId: undefined })]);
      assert.deepEqual(await totals(), counts({ views: 2 }));
    });

    test('an id is known for seven days, and not a millisecond longer', async () => {
      await view();
      assert.equal(await view({ at: NOON + 7 * DAY_MS - 1 }), 'repeated');
      assert.equal(await view({ at: NOON + 7 * DAY_MS }), 'counted');
    });

    test('a click brings along the view that was never counted, which counts once when it comes', async () => {
      assert.equal(await click(), 'counted');
      assert.equal(await view(), 'repeated');
      assert.deepEqual(await totals(), counts({ views: 1, downloads: 1 }));
    });

    test('clicks without an id never outnumber the views', async () => {
      const anonymous = { eventId: undefined };
      await view(anonymous);
      await Promise.all([click(anonymous), click(anonymous), click(anonymous)]);
      assert.deepEqual(await totals(), counts({ views: 3, downloads: 3 }));
    });

    test('an unknown inviter gets nothing and leaves nothing', async () => {
      assert.equal(await view({ inviterId: 'nobody' }), 'unknown-inviter');
      assert.deepEqual(await report({ inviterId: 'nobody' }), ['unknown-inviter']);
      assert.deepEqual(await totals(), counts({}));
      assert.equal(await view(), 'counted');
      assert.deepEqual(await report({}), ['counted']);
    });

    test('what is excluded counts apart, by reason and day', async () => {
      assert.equal(await view({ excluded: 'bot' }), 'excluded');
      await view({ excluded: 'bot', at: NOON + DAY_MS });
      await view({ excluded: 'link-preview' });
      assert.equal(await view({ inviterId: 'nobody', excluded: 'bot' }), 'unknown-inviter');
      await view();
      await view();
      const { total, excluded } = await storage.inviteEvents.totals();
      assert.deepEqual(total, counts({ views: 1 }));
      assert.deepEqual(excluded, { bot: 2, 'link-preview': 1, repeat: 1 });
    });

    test('an invite of the app counts each of its actions once for ever', async () => {
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

    test('events of many inviters and days, in one batch and in many, add up', async () => {
      await Promise.all(
        Array.from({ length: 3_000 }, (_, n) =>
          (n % 5 ? view : click)({
            inviterId: n % 3 ? 'ana' : 'ben',
            eventId: `load-${1_000 + n}`,
            at: NOON + (n % 40) * DAY_MS,
          }),
        ),
      );
      assert.deepEqual(await totals(), counts({ views: 3_000, downloads: 600 }));
    });

    test('an erased inviter leaves the totals at once, the log with the next run, and others alone', async () => {
      await view();
      await click();
      await view({ inviterId: 'ben', eventId: 'load-0002' });
      await report({ action: 'accepted' }, { inviteId: 'i-2', inviterId: 'ben' });
      assert.deepEqual(await storage.inviters.erase('ana'), { erased: true, traceless: true });
      assert.deepEqual(await storage.inviters.erase('ana'), { erased: false, traceless: true });
      assert.equal(await storage.inviters.find('ana'), undefined);
      assert.equal(await view({ eventId: 'load-0003' }), 'unknown-inviter');
      assert.deepEqual(await totals(), counts({ views: 1, sent: 1 }));
      assert.deepEqual((await storage.inviteEvents.recount()).differences, []);
      assert.deepEqual(await storage.retention.run(NOON), { at: NOON, events: 0, erasedEvents: 4 });
      assert.equal((await storage.inviteEvents.recount()).events, 2);
    });

    test('who comes back after being erased begins anew, also while the old log is not yet gone', async () => {
      await view();
      await storage.inviters.erase('ana');
      await storage.inviters.put(ANA);
      await view({ eventId: 'load-0002' });
      assert.deepEqual(await totals(), counts({ views: 1 }));
      await storage.retention.run(NOON);
      assert.deepEqual(await totals(), counts({ views: 1 }));
    });

    test('single events go after six months and change no counter', async () => {
      const old = Date.UTC(2024, 11, 14, 12);
      await view({ at: old - 1 });
      await click({ at: old - 1, eventId: 'load-0002' });
      await report({ action: 'accepted', at: old - 1 });
      await view({ at: old, eventId: 'load-0003' });
      const before = await storage.inviteEvents.totals();
      assert.deepEqual(await storage.retention.run(NOON), { at: NOON, events: 5, erasedEvents: 0 });
      assert.deepEqual(await storage.inviteEvents.totals(), before);
      assert.equal((await storage.inviteEvents.recount()).events, 1);
      assert.deepEqual(await report({ action: 'accepted' }), ['repeated']);
      assert.deepEqual(await storage.retention.lastRun(), { at: NOON, events: 5, erasedEvents: 0 });
    });

    test('folding goes on where many steps are needed, and what is folded can still be erased', async () => {
      const old = Date.UTC(2024, 1, 1);
      for (const part of ['a', 'b', 'c', 'd']) {
        await Promise.all(
          Array.from({ length: 6_000 }, (_, n) =>
            view({ at: n % 2 ? old : NOON, eventId: `load-${part}-${n}` }),
          ),
        );
      }
      assert.equal((await storage.retention.run(NOON)).events, 12_000);
      assert.deepEqual((await storage.inviteEvents.recount()).differences, []);
      await storage.inviters.erase('ana');
      assert.equal((await storage.retention.run(NOON)).erasedEvents, 12_000);
      assert.deepEqual(await totals(), counts({}));
    });

    test('another program sees what was put, and is seen within a second', async () => {
      const visitor = await openStorage(database.url, 'visitor');
      try {
        assert.deepEqual(await visitor.inviters.find('ben'), BEN);
        assert.deepEqual(await storage.inviters.find('ben'), BEN);
        await visitor.inviters.erase('ben');
        const deadline = performance.now() + 5_000;
        while (await storage.inviters.find('ben')) {
          assert.ok(performance.now() < deadline);
          await setImmediate();
        }
      } finally {
        await visitor.close();
      }
    });
  });
}

function counts({ views = 0, downloads = 0, sent = 0, accepted = 0 }) {
  return {
    pageViews: views,
    downloads,
    invitesSent: sent,
    invitesAccepted: accepted,
  };
}
