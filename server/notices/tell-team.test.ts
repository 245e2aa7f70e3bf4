import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { InviteVisit } from '../../storage/invites/visits.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { ANA, VIEW } from '../../testing/databases/test-invites.ts';
import { storeMailing } from '../../testing/databases/test-mailings.ts';
import { type FakeChat, startFakeChat } from '../../testing/fakes/fake-chat.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { readMailSettings } from '../settings/read-settings.ts';
import { tellTeam } from './notice-job.ts';

/** A Wednesday, at 8:30. */
const WEDNESDAY = Date.UTC(2025, 5, 11, 8, 30);
const THURSDAY = WEDNESDAY + DAY_MS;
const MONDAY = WEDNESDAY + 5 * DAY_MS;
const SITE = 'Impromptu at impromptu.example';
const NEVER = new AbortController().signal;
const ADMIN = { who: '+15550001111', at: WEDNESDAY };
const MAIL = readMailSettings({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'me@mail.example' });

for (const engine of testEngines) {
  describe(`what the team is told, on ${engine.name}`, () => {
    let now = WEDNESDAY;
    let chat: FakeChat;
    let site: TestApp;
    beforeEach(async () => {
      now = WEDNESDAY;
      chat = await startFakeChat();
      const changes = { clock: () => now, notifyUrl: chat.url, mail: MAIL };
      site = await createTestApp(changes, await engine.create());
      await site.storage.inviters.put(ANA);
      assert.deepEqual(await tellAt(WEDNESDAY), []);
    });
    afterEach(async () => {
      await site.close();
      await chat.close();
    });

    /** Runs the job twice. @returns what the chat has got */
    async function tellAt(at: number): Promise<string[]> {
      now = at;
      const before = chat.texts.length;
      await tellTeam(site, NEVER);
      await tellTeam(site, NEVER);
      return chat.texts.slice(before);
    }

    const visit = (at: number, action: InviteVisit['action'] = 'page_view') =>
      site.storage.visits.record({ ...VIEW, action, at });
    async function join(email: string, at: number) {
      await site.storage.waitlist.join(email, at);
      await site.storage.members.confirm(email, at);
    }

    test('is one sentence with the day that has ended, from 8:00 on and once', async () => {
      await visit(WEDNESDAY);
      await visit(WEDNESDAY, 'download_clicked');
      await Promise.all(Array.from({ length: 1_000 }, () => visit(WEDNESDAY)));
      await join('ana@x.example', WEDNESDAY);
      await site.storage.appInvites.report([
        { inviteId: 'i', inviterId: 'ana', action: 'accepted', at: WEDNESDAY },
      ]);
      assert.deepEqual(await tellAt(THURSDAY - 31 * MINUTE_MS), []);
      assert.deepEqual(await tellAt(THURSDAY - 30 * MINUTE_MS), [
        `${SITE}, Wednesday, June 11 (UTC): 1,001 visits, 1 download, 1 sign-up, 1 confirmed, 1 app invite and 1 accepted app invite.`,
      ]);
      assert.deepEqual(await tellAt(THURSDAY + 10 * HOUR_MS), []);
    });

    test('is nothing of a day on which nothing happened, nor of a week after such a week', async () => {
      for (let day = 1; day < 20; day++)
        assert.deepEqual(await tellAt(WEDNESDAY + day * DAY_MS), []);
    });

    test('is on Mondays also the week that has ended, with the week before', async () => {
      await visit(WEDNESDAY);
      await visit(WEDNESDAY);
      await tellAt(THURSDAY);
      const sunday = MONDAY - DAY_MS;
      await join('bo@x.example', sunday);
      assert.deepEqual(await tellAt(MONDAY), [
        `${SITE}, the week from Monday, June 9 (UTC): 2 visits (0 the week before), 1 sign-up (0) and 1 confirmed (0).\n${SITE}, Sunday, June 15 (UTC): 1 sign-up and 1 confirmed.`,
      ]);
      // A week without anything is told once, because the silence could also mean that something is broken.
      assert.deepEqual(await tellAt(MONDAY + 7 * DAY_MS), [
        `${SITE}, the week from Monday, June 16 (UTC): 0 visits (2 the week before), 0 sign-ups (1) and 0 confirmed (1).`,
      ]);
      assert.deepEqual(await tellAt(MONDAY + 14 * DAY_MS), []);
    });

    test('is told on Tuesday of a week whose Monday the site missed, and is no day of long ago', async () => {
      await visit(WEDNESDAY);
      assert.deepEqual(await tellAt(MONDAY + DAY_MS), [
        `${SITE}, the week from Monday, June 9 (UTC): 1 visit (0 the week before).`,
      ]);
    });

    test('is that mail has stopped leaving, with the answer of the mail server, once, and that it leaves again', async () => {
      const { wait, begin } = site.storage.letters;
      await begin(WEDNESDAY);
      const six = WEDNESDAY + 6 * HOUR_MS;
      const server = { for: 'server', why: 'It refused the login: 535 no.' } as const;
      await wait.store({ for: 'hour', why: 'The budget is used up.' }, WEDNESDAY - DAY_MS);
      assert.deepEqual(await tellAt(WEDNESDAY), []);
      await wait.store(server, WEDNESDAY);
      // After a restart of the site they still wait since then.
      await wait.store(server, WEDNESDAY + HOUR_MS);
      assert.deepEqual(await tellAt(six - 1), []);
      assert.deepEqual(await tellAt(six), [
        `${SITE}: no letter has left for 6 hours, although some wait. It refused the login: 535 no.`,
      ]);
      await wait.store(undefined, six + 1);
      assert.deepEqual(await tellAt(six + 1), [
        `${SITE}: no letter waits for the mail server any more.`,
      ]);
    });

    test('is that the newest backup is old, once, and that a backup was made again', async () => {
      const madeAt = async (at: number) => {
        const time = new Date(at).toISOString();
        await query(site.databaseUrl, "DELETE FROM notice WHERE name = 'backup made'");
        await query(site.databaseUrl, `INSERT INTO notice VALUES ('backup made', '${time}')`);
      };
      await madeAt(WEDNESDAY);
      assert.deepEqual(await tellAt(WEDNESDAY + 2 * DAY_MS), []);
      assert.deepEqual(await tellAt(WEDNESDAY + 2 * DAY_MS + 1), [
        `${SITE}: the newest backup is more than 2 days old.`,
      ]);
      await madeAt(WEDNESDAY + 3 * DAY_MS);
      assert.deepEqual(await tellAt(WEDNESDAY + 3 * DAY_MS), [`${SITE}: a backup was made again.`]);
    });

    test('is that a mailing is paused, with the reason, and that it has ended', async () => {
      const { mailings } = site.storage;
      await storeMailing(site.databaseUrl, { id: 1, people: 2, accepted: 1, at: WEDNESDAY });
      await query(site.databaseUrl, `UPDATE mailing SET at = ${WEDNESDAY}`);
      assert.deepEqual(await tellAt(WEDNESDAY), []);
      await mailings.pause(ADMIN);
      const paused = [`${SITE}: a mailing is paused. An admin has paused it.`];
      assert.deepEqual(await tellAt(WEDNESDAY + 1), paused);
      await mailings.resume(ADMIN);
      assert.deepEqual(await tellAt(WEDNESDAY + 2), []);
      await mailings.pause(ADMIN);
      assert.deepEqual(await tellAt(WEDNESDAY + 3), paused);
      await mailings.end(ADMIN);
      assert.deepEqual(await tellAt(WEDNESDAY + 4), [
        `${SITE}: a mailing has ended. Of 2 letters, the mail server has accepted 1.`,
      ]);
      // Somebody who confirms later lets a launch mailing go on.
      await query(site.databaseUrl, `UPDATE mailing SET ended_at = ${WEDNESDAY + 5}`);
      assert.deepEqual(await tellAt(WEDNESDAY + 6), []);
    });

    test('is at most once, if two jobs look at the same time', async () => {
      await visit(WEDNESDAY);
      now = THURSDAY;
      await site.storage.retention.run(now);
      await Promise.all(Array.from({ length: 8 }, () => tellTeam(site, NEVER)));
      assert.equal(chat.texts.length, 1);
    });

    test('has no address, no name, no text of a person and no id', async () => {
      await site.storage.inviters.put({ ...ANA, username: 'secret_name' });
      await join('secret.address@x.example', WEDNESDAY);
      await storeMailing(site.databaseUrl, { id: 77, people: 1, accepted: 0, at: WEDNESDAY });
      await query(site.databaseUrl, "UPDATE mailing SET subject = 'Secret subject'");
      await site.storage.mailings.pause(ADMIN);
      for (let hour = 0; hour < 100; hour += 5) {
        await visit(WEDNESDAY + hour * HOUR_MS);
        await tellAt(WEDNESDAY + hour * HOUR_MS);
      }
      await site.storage.mailings.end(ADMIN);
      await tellAt(WEDNESDAY + 101 * HOUR_MS);
      const all = chat.texts.join('\n');
      assert.ok(chat.texts.length > 4, all);
      assert.doesNotMatch(all, /@|secret|x\.example|77|ana/i);
    });
  });
}
