import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Availability, defaultAvailability } from '../../contract/availability.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { fitPhone } from '../../contract/mailings.ts';
import { type Phone, phones } from '../../contract/phones.ts';
import { KEEP_PATH } from '../../contract/screens.ts';
import { letterKinds } from '../../storage/letters/letter.ts';
import { query } from '../../testing/databases/test-databases.ts';
import { startFakeMailServer } from '../../testing/fakes/fake-mail-server.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { TEST_NOW } from '../../testing/test-app.ts';
import { createComposer } from './compose-letter.ts';
import { readLetterTemplates } from './letter-templates.ts';
import { createLetterTokens } from './letter-tokens.ts';

const TEST_FLIGHT = 'https://testflight.apple.com/join/AbC123';
const APP_STORE = 'https://apps.apple.com/app/id1234567890';
const PLAY = 'https://play.google.com/store/apps/details?id=com.example.app';
const WORDS = `Come in.\n\nOn an iPhone: ${TEST_FLIGHT}.\nOn Android: ${PLAY}`;
/** What no letter to a person with the phone may contain, in whichever encoding. */
const STORES: Readonly<Record<Phone, RegExp>> = {
  iphone: /play\.google/i,
  android: /apple\.com/i,
};

const secret = new Uint8Array(32);
const composer = createComposer(await readLetterTemplates(), createLetterTokens(secret), {
  ...{ origin: 'https://impromptu.example', secret },
});
const FACTS = { id: 1, mailing: 1, email: 'ana@example.com', at: 0, subject: 'News', words: WORDS };

function launchLetter(app: Partial<Availability>, phone: Phone | null, words = WORDS) {
  const launch = { app: { ...defaultAvailability, ...app }, day: 0 };
  return composer.composeMailing({ ...FACTS, words, launch, phone });
}
const onIos = { ios: 'launched', iosLink: APP_STORE } as const;
const onAndroid = { android: 'launched', androidLink: PLAY } as const;

describe('a letter to a person who has named a phone', () => {
  test('has no link to a store that the phone cannot open, however it is written', () => {
    for (const [phone, own, other] of [
      ['android', PLAY, TEST_FLIGHT],
      ['iphone', APP_STORE, PLAY],
    ] as const) {
      for (const written of [
        other,
        other.replace('https', 'HTTPS').replace('google', 'Google').replace('apple', 'APPLE'),
        other.replace('.com', '。com'),
        other.replace('.com', '.com:443'),
        `(${other})`,
        `“${other}”.`,
        `${other}, ${other}`,
        `${own} ${other}`,
      ]) {
        const text = { subject: `Now: ${written}`, words: `First.\n\n${written}\n\n${own}` };
        const { subject, words } = fitPhone(text, phone);
        assert.doesNotMatch((subject + words).normalize('NFKC'), STORES[phone], written);
        assert.match(words, /\(not for your phone\)/);
        assert.ok(words.includes(own));
        assert.match(words, /^First\.\n[\s\S]*\n\nWe left out what your .* cannot open\./);
        assert.deepEqual(fitPhone(text, null), text);
      }
    }
    const plain = { subject: 'News', words: `See https://impromptu.example and ${PLAY}` };
    assert.deepEqual(fitPhone(plain, 'android'), plain);
  });

  test('about the launch has its own store, and is not asked to wait for another platform', () => {
    for (const app of [onIos, { ...onIos, ...onAndroid }]) {
      const { text, html } = launchLetter(app, 'iphone', 'Hi');
      assert.match(text, /For iPhone: App Store\nhttps:\/\/apps\.apple\.com/);
      assert.match(text, /The wait is over\.[\s\S]*Get the app/);
      assert.doesNotMatch(text + html, /Android|google/i);
      assert.match(text, /We don’t need your address any more/);
    }
  });

  test('about the launch on another platform says that theirs is still to come, and how to be kept', () => {
    for (const [app, phone, name] of [
      [onIos, 'android', 'Android'],
      [onAndroid, 'iphone', 'iPhone'],
    ] as const) {
      const { text, html } = launchLetter(app, phone, 'Hi');
      assert.doesNotMatch(text + html, STORES[phone]);
      assert.doesNotMatch(text + html, /Get the app|wait is over/);
      assert.match(text, /For your phone, it’s still to come\.[\s\S]*Open my page:/);
      assert.match(text, new RegExp(`You told us that you have an ${name}( phone)?: for it`));
      assert.match(text, new RegExp(`Keep me for ${name}\\n.*${KEEP_PATH}`));
      assert.match(text, /Otherwise .* We’ll delete it, not before January 1, 1970\./);
    }
  });

  test('is as before while the phone is unknown, and letters that people ask for link no store', () => {
    const { text } = launchLetter(onIos, null);
    for (const part of [TEST_FLIGHT, PLAY, APP_STORE, 'Keep me for Android', 'Get the app'])
      assert.ok(text.includes(part), part);
    const position = { code: 'k7mw2pqd', position: 1, waiting: 1, friends: 0 };
    for (const kind of letterKinds)
      for (const how of [position, 'invited', 'last-call'] as const) {
        const letter = composer.compose({ kind, email: 'ana@example.com', at: 0 }, how);
        for (const phone of phones) assert.doesNotMatch(letter.html + letter.text, STORES[phone]);
      }
  });
});

const ADMIN = { who: '+15550001111', at: TEST_NOW };
const addressOf = (n: number) => `person@${n}.example`;
/** Of eight people, four have an iPhone, two an Android phone, and two have not answered. */
const PHONES = ['iphone', 'android', null, 'iphone', 'iphone', 'android', 'iphone', null] as const;
const phoneOf = (n: number) => PHONES[n % PHONES.length] ?? null;

test('of a mailing and a launch letter to many people, no letter links a store that the phone cannot open', {
  timeout: 600_000,
}, async (t) => {
  const people = 48;
  const mail = await startFakeMailServer();
  let now = TEST_NOW;
  const budget = { perHour: 1_000_000, perDay: 10_000_000 };
  const site = await createMailSite({
    clock: () => now,
    mail: { by: 'smtp', server: mail.server, from: 'hello@impromptu.example', budget },
  });
  t.after(async () => {
    await site.close();
    await mail.close();
  });
  const { audit, availability, mailings, members, waitlist } = site.storage;
  const numbers = Array.from({ length: people }, (_, n) => n);
  await Promise.all(numbers.map((n) => waitlist.join(addressOf(n), now)));
  for (const n of numbers) {
    await members.confirm(addressOf(n), now);
    const phone = phoneOf(n);
    if (phone) await members.choosePhone(addressOf(n), phone);
  }
  await audit.record(ADMIN, 'test-mailing');
  await availability.change(onIos, ADMIN);
  await site.listen();
  for (const kind of ['everybody', 'launch'] as const) {
    const before = mail.letters.length;
    const text = { subject: 'News', words: WORDS };
    const sent = await mailings.send(
      { ...text, kind, people, ...(kind === 'launch' && { launch: { platforms: 1, day: 0 } }) },
      { ...ADMIN, at: now },
    );
    assert.equal(typeof sent, 'object');
    while ((await mailings.find())?.endedAt === null) {
      await setTimeout(50);
      now += DAY_MS / 24;
    }
    const letters = mail.letters.slice(before);
    assert.equal(letters.length, people);
    for (const { to, content } of letters) {
      const phone = phoneOf(numbers.find((n) => to[0] === addressOf(n)) ?? -1);
      // The text is quoted-printable.
      const whole = content.replaceAll(/=\r\n/g, '');
      const lacks = phones.filter((one) => !STORES[one].test(whole));
      assert.deepEqual(lacks, phone ? [phone] : [], to.join());
    }
  }
  const states = await query(
    site.databaseUrl,
    'SELECT DISTINCT state FROM letter WHERE mailing IS NOT NULL',
  );
  assert.equal(states.length, 1);
});
