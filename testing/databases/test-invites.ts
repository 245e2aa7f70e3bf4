import assert from 'node:assert/strict';
import type { AppInvite, InviteVisit } from '../../storage/events.ts';
import type { Inviter } from '../../storage/invites/inviters.ts';
import type { Storage } from '../../storage/open.ts';
import { openTestStorage } from './test-databases.ts';
import type { TestDatabase } from './test-engine.ts';

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

/** A new storage with the inviters Ana and Ben, and short functions for events of their invites. */
export async function openTestInvites(engine: { create(): Promise<TestDatabase> }) {
  const database = await engine.create();
  const storage: Storage = await openTestStorage(database.url);
  await storage.inviters.put(ANA);
  await storage.inviters.put(BEN);

  const view = (changes: Partial<InviteVisit> = {}) =>
    storage.inviteEvents.visit({
      inviterId: 'ana',
      action: 'page_view',
      eventId: 'load-0001',
      at: NOON,
      excluded: undefined,
      ...changes,
    });
  return {
    database,
    storage,
    view,
    click: (changes: Partial<InviteVisit> = {}) => view({ action: 'download_clicked', ...changes }),
    report: (...invites: Partial<AppInvite>[]) =>
      storage.inviteEvents.report(
        invites.map((invite) => ({
          inviteId: 'i-1',
          inviterId: 'ana',
          action: 'sent',
          at: NOON,
          ...invite,
        })),
      ),
    totals: async () => (await storage.inviteEvents.totals()).total,
    eachInviter: async () => {
      const all = { search: '', sort: 'username', order: 'asc' } as const;
      const { rows: steps } = await storage.analytics.list(all);
      const rows = (await Array.fromAsync(steps)).flat();
      return rows.map((row) => `${row.id} ${row.pageViews} views ${row.downloads} downloads`);
    },
    /** Removes the database. Fails unless every counter equals its base plus the log. */
    async close() {
      const { differences } = await storage.inviteEvents.recount();
      await storage.close();
      await database.remove();
      assert.deepEqual(differences, []);
    },
  };
}

export function counts({ views = 0, downloads = 0, sent = 0, accepted = 0 }) {
  return { pageViews: views, downloads, invitesSent: sent, invitesAccepted: accepted };
}
