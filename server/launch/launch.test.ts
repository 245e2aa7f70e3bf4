import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { calls } from '../../contract/calls.ts';
import { DAY_MS, dayOf, isoDay } from '../../contract/durations.ts';
import { LAUNCH_DELETION_DAYS } from '../../contract/launch.ts';
import { KEEP_PATH } from '../../contract/screens.ts';
import { becomesTrue } from '../../testing/databases/own-time.ts';
import { query } from '../../testing/databases/test-databases.ts';
import { createMailSite, type MailSite } from '../../testing/mail-site.ts';
import { adminOf } from '../../testing/signed-in.ts';
import { TEST_NOW } from '../../testing/test-app.ts';

const PHONE = '+15550001111';
const AUTHOR = { who: PHONE, at: TEST_NOW };
const ANA = 'ana@example.com';
const BEN = 'ben@example.com';
const TEXT = { subject: 'We are live', words: 'Come in.' };
const LAUNCH = { ...TEXT, kind: 'launch', most: 1 };
/** The named day of a launch letter that leaves on one day. */
const DAY = isoDay(TEST_NOW + LAUNCH_DELETION_DAYS * DAY_MS);
const IOS_LINK = 'https://apps.apple.com/app/id1234567890';
const ANDROID_LINK = 'https://play.google.com/store/apps/details?id=com.example.app';

describe('the launch', () => {
  let site: MailSite;
  let admin: Awaited<ReturnType<typeof adminOf>>;
  before(async () => {
    site = await createMailSite();
    admin = await adminOf(site, PHONE);
  });
  after(() => site.close());
  beforeEach(async () => {
    const { storage } = site;
    for (const table of ['letter', 'mailing', 'member', 'waitlist', 'launch'])
      await query(site.databaseUrl, `DELETE FROM ${table}`);
    await query(site.databaseUrl, 'UPDATE letters_begun SET unconfirmed_asked_at = NULL');
    await storage.waitlist.join(ANA, TEST_NOW - 1);
    await storage.members.confirm(ANA, TEST_NOW - 1);
    await storage.waitlist.join('never@example.com', TEST_NOW - 1);
    await storage.audit.record(AUTHOR, 'test-mailing');
    await setApp('paused', 'soon');
  });

  async function setApp(ios: 'paused' | 'launched', android: 'soon' | 'launched') {
    const iosLink = ios === 'launched' ? IOS_LINK : null;
    const androidLink = android === 'launched' ? ANDROID_LINK : null;
    const change = { ios, iosLink, android, androidLink };
    const changed = await site.storage.availability.change(change, AUTHOR);
    assert.ok(!('problem' in changed));
  }
  const read = async () => (await admin(calls.getLaunch)).json();

  test('closes the waitlist once both platforms are launched, also for people who left before', async () => {
    await site.storage.members.leave(ANA, TEST_NOW);
    const token = site.tokens.make('confirm', ANA);
    const post = (url: string, payload: object) =>
      site.app.inject({ method: 'POST', url, payload });
    const join = () => post(calls.joinWaitlist.path, { email: 'late@example.com' });
    const comeBack = () => post(calls.confirmSignUp.path, { token });
    await setApp('launched', 'launched');
    // The server follows.
    await becomesTrue(async () => (await join()).statusCode === 410, 5_000);
    for (const answer of [await join(), await comeBack()])
      assert.match(answer.json().error, /^The app is out, so the waitlist is closed/);
    await setApp('launched', 'soon');
    await becomesTrue(async () => (await join()).statusCode === 200, 5_000);
    assert.equal((await comeBack()).json().state, 'confirmed');
  });

  test('has no letter before a platform is launched', async () => {
    for (const call of [calls.previewMailing, calls.sendMailing]) {
      const answer = await admin(call, {
        ...LAUNCH,
        ...(call === calls.sendMailing && { people: 1 }),
      });
      assert.equal(answer.statusCode, 400);
      assert.match(
        answer.json().error,
        /^A launch letter needs a store link: first set a platform/,
      );
    }
    const test_ = await admin(calls.testMailing, { ...TEXT, email: ANA, kind: 'launch' });
    assert.equal(test_.statusCode, 400);
    assert.match((await read()).trouble, /^A launch letter needs a store link/);
  });

  test('has a letter with the stores, the day of deletion, and the link to be kept for the other platform', async () => {
    await setApp('launched', 'soon');
    const { html, text, people } = (await admin(calls.previewMailing, LAUNCH)).json();
    assert.equal(people, 1);
    for (const part of [html, text]) {
      assert.match(part, /Otherwise .* We’ll delete it, not before July 14, 2025\./);
      assert.ok(part.includes(IOS_LINK) && part.includes('Keep me for Android'));
      assert.match(part, new RegExp(`${site.origin}${KEEP_PATH}/[\\w-]{40,}`));
      assert.doesNotMatch(part, /play\.google|\{\{/);
    }
    await setApp('launched', 'launched');
    const both = (await admin(calls.previewMailing, LAUNCH)).json();
    assert.ok(both.text.includes(ANDROID_LINK) && !both.text.includes(KEEP_PATH));
  });

  test('goes from the letter to the deletion, and each step is in the audit', async () => {
    await setApp('launched', 'soon');
    assert.equal((await admin(calls.askUnconfirmed, { people: 1 })).statusCode, 200);
    assert.equal((await admin(calls.askUnconfirmed, { people: 1 })).statusCode, 409);
    const seen = { people: 2 };
    assert.equal((await admin(calls.startDeletion, seen)).statusCode, 409);
    assert.equal((await admin(calls.sendMailing, { ...LAUNCH, people: 1 })).statusCode, 200);
    assert.equal((await read()).newest.isOpen, true);
    const early = await admin(calls.startDeletion, seen);
    assert.match(early.json().error, /the launch letter is still being sent/);
    await query(site.databaseUrl, 'UPDATE letter SET state = 2 WHERE mailing IS NOT NULL');
    await query(site.databaseUrl, `UPDATE mailing SET ended_at = ${TEST_NOW}`);
    const { newest } = await read();
    const at = new Date(TEST_NOW).toISOString();
    const counts = { told: 1, elsewhere: 0, unconfirmed: 1, notReached: 0, deleted: 0 };
    const one = { id: 1, at, day: DAY, isOpen: false, startedAt: null, who: null, ...counts };
    assert.deepEqual(newest, one);
    const day = '2025-07-20';
    assert.equal((await admin(calls.moveDeletion, { day: DAY })).statusCode, 409);
    const moved = (await admin(calls.moveDeletion, { day })).json().newest;
    assert.equal(moved.day, day);
    const text = (await admin(calls.previewMailing, LAUNCH)).json().text;
    assert.match(text, /not before July 20, 2025/);
    const changed = await admin(calls.startDeletion, { people: 3 });
    assert.match(changed.json().error, /^Nothing was stored, because the number of people has/);
    const started = (await admin(calls.startDeletion, seen)).json().newest;
    assert.deepEqual([started.who, started.startedAt], [PHONE, at]);
    assert.match((await admin(calls.startDeletion, seen)).json().error, /started already/);
    const stop = { startedAt: at };
    assert.equal((await admin(calls.stopDeletion, { startedAt: DAY })).statusCode, 409);
    assert.equal((await admin(calls.stopDeletion, stop)).json().newest.startedAt, null);
    assert.match((await admin(calls.stopDeletion, stop)).json().error, /taken back already/);
    const acts = (await site.storage.audit.entries()).map(({ act }) => act);
    for (const act of ['ask-unconfirmed', 'start-deletion', 'stop-deletion'])
      assert.ok(acts.includes(act), act);
  });

  test('after a restore nothing begins before an admin has looked up what was sent', async () => {
    await setApp('launched', 'soon');
    await query(site.databaseUrl, "INSERT INTO notice (name, told) VALUES ('restored', '')");
    assert.match((await read()).restored, /^Restored from a backup: .* mail provider .* audit/);
    assert.match((await admin(calls.listMailings)).json().trouble, /^Restored from a backup/);
    const send = () => admin(calls.sendMailing, { ...LAUNCH, people: 1 });
    assert.match((await send()).json().error, /^Restored from a backup/);
    assert.equal((await admin(calls.goOnAfterRestore, {})).json().restored, null);
    assert.equal((await send()).statusCode, 200);
  });
});

describe('the link to be kept after the launch', () => {
  let site: MailSite;
  before(async () => {
    site = await createMailSite();
    await site.storage.waitlist.join(ANA, TEST_NOW - 1);
    await site.storage.members.confirm(ANA, TEST_NOW - 1);
  });
  after(() => site.close());

  const setApp = async (android: 'soon' | 'launched') => {
    const androidLink = android === 'launched' ? ANDROID_LINK : null;
    const change = { ios: 'launched', iosLink: IOS_LINK, android, androidLink } as const;
    await site.storage.availability.change(change, AUTHOR);
  };
  const visit = (token: string, options: Partial<InjectOptions> = {}) =>
    site.app.inject({ url: `${KEEP_PATH}/${token}`, ...options } as InjectOptions);
  const press = (token: string) => visit(token, { method: 'POST' });
  const titleOf = ({ body }: { body: string }) => /<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1];
  const keptAt = async () =>
    (await query(site.databaseUrl, `SELECT kept_at FROM waitlist WHERE email = '${ANA}'`))[0]?.[
      'kept_at'
    ];

  test('shows one button, which keeps the person; opening it changes nothing', async () => {
    const token = site.tokens.make('keep', ANA);
    await setApp('launched');
    // The pages follow.
    await becomesTrue(async () => (await visit(token)).headers.location === '/', 5_000);
    await setApp('soon');
    await becomesTrue(async () => (await visit(token)).statusCode === 200, 5_000);
    for (const method of ['GET', 'HEAD'] as const) await visit(token, { method });
    const asked = await visit(token);
    assert.equal(titleOf(asked), 'Waiting for Android?');
    assert.ok(!asked.body.includes('Otherwise'));
    const told = { people: 1, at: site.clock(), platforms: 1 };
    await site.storage.launch.tellElsewhere(told, AUTHOR);
    const named = 'Otherwise we’ll delete it, not before July 14, 2025.';
    assert.ok((await visit(token)).body.includes(named));
    assert.equal(asked.body.match(/<form method="post">/g)?.length, 1);
    assert.doesNotMatch(asked.body, /\{\{/);
    assert.equal(await keptAt(), null);
    const kept = await press(token);
    assert.deepEqual([kept.statusCode, titleOf(kept)], [200, 'We’ll write again.']);
    assert.equal(await keptAt(), site.clock());
    // Also while no platform is launched, for example after an undo.
    await site.storage.availability.change({ ios: 'paused', iosLink: null }, AUTHOR);
    const isForLaunch = async () => (await visit(token)).body.includes('address for the launch');
    await becomesTrue(isForLaunch, 5_000);
    const gone = await press(site.tokens.make('keep', 'gone@example.com'));
    assert.deepEqual([gone.statusCode, titleOf(gone)], [410, 'You are not on the list.']);
  });

  test('says that a part of it is missing, and does nothing with the tokens of other links', async () => {
    const token = site.tokens.make('keep', ANA);
    const others = (['leave', 'confirm'] as const).map((purpose) => site.tokens.make(purpose, ANA));
    for (const cut of [token.slice(0, -6), 'x', ...others])
      assert.equal((await press(cut)).statusCode, 410);
  });
});

test('L6: from the letter to the deletion the log and the audit have no address, and no link of a letter', async () => {
  let now = TEST_NOW;
  const site = await createMailSite({ clock: () => now });
  try {
    const { storage } = site;
    for (const email of [ANA, BEN]) {
      await storage.waitlist.join(email, now - 1);
      await storage.members.confirm(email, now - 1);
    }
    const app = { ios: 'launched', iosLink: IOS_LINK } as const;
    await storage.availability.change(app, { ...AUTHOR, at: now });
    await storage.audit.record({ ...AUTHOR, at: now }, 'test-mailing');
    const day = dayOf(now) + LAUNCH_DELETION_DAYS;
    const mailing = { ...TEXT, kind: 'launch', people: 2, launch: { platforms: 1, day } } as const;
    assert.ok(typeof (await storage.mailings.send(mailing, { ...AUTHOR, at: now })) === 'object');
    now += DAY_MS;
    await site.listen();
    await becomesTrue(async () => (await storage.mailings.find())?.endedAt !== null, 20_000);
    assert.equal((await storage.mailings.find())?.letters.accepted, 2);
    const keep = site.tokens.make('keep', BEN);
    const link = `${KEEP_PATH}/${keep}`;
    const press = () => site.app.inject({ method: 'POST', url: link });
    // The pages follow the change of the app.
    await becomesTrue(async () => (await press()).statusCode === 200, 5_000);
    assert.equal(await storage.launch.start(1, { ...AUTHOR, at: now }), undefined);
    for (let day = 0; day <= LAUNCH_DELETION_DAYS; day++) {
      await storage.retention.run(now);
      now += DAY_MS;
    }
    assert.equal((await storage.launch.figures()).newest?.deleted, 1);
    const log = `${site.lines.join('\n')}${JSON.stringify(await storage.audit.entries())}`;
    assert.match(log, /Letters are written/);
    for (const secret of [ANA, BEN, keep]) assert.ok(!log.includes(secret), secret);
  } finally {
    await site.close();
  }
});
