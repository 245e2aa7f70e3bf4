import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import type { AppInvite } from '../../storage/invites/app-invites.ts';
import type { Inviter } from '../../storage/invites/inviters.ts';
import type { InviteVisit } from '../../storage/invites/visits.ts';
import type { TestEngine } from './test-engine.ts';
import { storageForEachTest } from './test-storage.ts';

export const NOON = Date.UTC(2025, 5, 14, 12);
export const ANA: Inviter = {
  id: 'ana',
  username: 'ana_92',
  firstName: 'Ana',
  profileImageUrl: null,
};
export const BEN: Inviter = {
  id: 'ben',
  username: 'ben',
  firstName: null,
  profileImageUrl: '/ben.svg',
};

/** A view of Ana's page that always counts. */
export const VIEW: InviteVisit = {
  inviterId: 'ana',
  action: 'page_view',
  eventId: undefined,
  at: NOON,
  excluded: undefined,
};

/** A storage with the inviters Ana and Ben for each test of the suite, and short functions for events of their invites. */
export function invitesForEachTest(engine: TestEngine) {
  const database = storageForEachTest(engine);
  beforeEach(async () => {
    await database.storage.inviters.put(ANA);
    await database.storage.inviters.put(BEN);
  });
  // Every sum equals the log.
  afterEach(async () => {
    assert.deepEqual((await database.storage.recount()).differences, []);
  });

  const view = (changes: Partial<InviteVisit> = {}) =>
    database.storage.visits.record({ ...VIEW, eventId: 'load-0001', ...changes });
  return {
    database,
    get storage() {
      return database.storage;
    },
    view,
    click: (changes: Partial<InviteVisit> = {}) => view({ action: 'download_clicked', ...changes }),
    report: (...invites: Partial<AppInvite>[]) =>
      database.storage.appInvites.report(
        invites.map((invite) => {
          return { inviteId: 'i-1', inviterId: 'ana', action: 'sent', at: NOON, ...invite };
        }),
      ),
    totals: async () => (await database.storage.analytics.totals()).total,
    eachInviter: async () => {
      const all = { search: '', sort: 'username', order: 'asc' } as const;
      const { rows: steps } = await database.storage.analytics.list(all);
      const rows = (await Array.fromAsync(steps)).flat();
      return rows.map((row) => `${row.id} ${row.pageViews} views ${row.downloads} downloads`);
    },
  };
}

export function counts({ views = 0, downloads = 0, sent = 0, accepted = 0 }) {
  return { pageViews: views, downloads, appInvitesSent: sent, acceptedInvites: accepted };
}
