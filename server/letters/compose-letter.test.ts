import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brand } from '../../brand.ts';
import { type Availability, defaultAvailability } from '../../contract/availability.ts';
import { calls } from '../../contract/calls.ts';
import { leavePath } from '../../contract/mail.ts';
import { fitPhone } from '../../contract/mailings.ts';
import { type Phone, phones } from '../../contract/phones.ts';
import { KEEP_PATH, pathTo } from '../../contract/screens.ts';
import { letterKinds } from '../../storage/letters/letter.ts';
import { createComposer, readLetterTemplates } from './compose-letter.ts';
import { createLetterTokens } from './letter-tokens.ts';

const origin = 'https://impromptu.example';
const secret = new Uint8Array(32);
const tokens = createLetterTokens(secret);
const composer = createComposer(await readLetterTemplates(), tokens, { origin, secret });
const member = { code: 'k7mw2pqd', position: 1, waiting: 1, friends: 0 };

const toAna = { id: 7, email: 'ana@example.com', at: 0 };
const mailing = { ...toAna, subject: 'News', words: 'Hi', launch: undefined, phone: null };

test('each letter has the headers of one-click unsubscribe (RFC 8058), and links of its recipient to leave', () => {
  const letters = letterKinds.map((kind) => composer.compose({ ...toAna, kind }, member));
  for (const { headers, html, text } of [...letters, composer.composeMailing(mailing)]) {
    const leave = `${origin}${leavePath(tokens.make('leave', 'ana@example.com'))}`;
    assert.ok(html.includes(`href="${leave}"`));
    assert.ok(text.includes(`${leave}\n`));
    assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');
    const [, link = ''] = /^<(.*)>$/.exec(headers['List-Unsubscribe'] ?? '') ?? [];
    const token = link.replace(origin + pathTo(calls.leaveWaitlist, ''), '');
    assert.equal(tokens.read('leave', token), 'ana@example.com');
  }
});

test('the letter to a member who is in says so, with the same headers and without a position', () => {
  const letter = { ...toAna, kind: 'position' } as const;
  const [invited, position] = [
    composer.compose(letter, 'invited'),
    composer.compose(letter, member),
  ];
  assert.match(invited.subject, /^You’re in/);
  assert.match(invited.text, /You’re in\./);
  const promises = /\bget\b|app\b/i;
  assert.doesNotMatch(invited.subject + invited.text, promises, 'only its page knows the state');
  assert.doesNotMatch(invited.text, /number|waitlist so far|\?via=/);
  assert.deepEqual(Object.keys(invited.headers), Object.keys(position.headers));
});

test('the letter with a position says exactly how many people wait if they are few, and else about how many', () => {
  for (const [waiting, words] of [
    [1, '1'],
    [99, '99'],
    [2_346, 'about 2,300'],
  ] as const) {
    const { text } = composer.compose({ ...toAna, kind: 'position' }, { ...member, waiting });
    assert.ok(text.includes(`On the waitlist so far: ${words}.`), text);
  }
});

test('a mailing has the words of the team as text in both parts, with paragraphs, links and the postal address', (t) => {
  const { postalAddress } = brand;
  t.after(() => Object.assign(brand, { postalAddress }));
  Object.assign(brand, { postalAddress: ['1 Main St & Co', 'Springfield'] });
  const subject = 'In & <b>out</b> {{year}}';
  const words = `Hi <script>alert(1)</script> {{openUrl}}
& more: ${origin}/?a=1&b="2".

\t
Get it: https://apps.apple.com/app/id1`;
  const letter = composer.composeMailing({ ...mailing, subject, words });
  assert.equal(letter.subject, subject);
  assert.match(letter.text, /\{\{openUrl\}\}\n& more.*\n\nGet it:/);
  assert.match(letter.text, /1 Main St & Co\nSpringfield\n$/);
  assert.match(letter.html, /1 Main St &amp; Co<br>Springfield/);
  assert.match(letter.html, /<title>In &amp; &lt;b&gt;out&lt;\/b&gt; \{\{year\}\}<\/title>/);
  const paragraphs = letter.html.match(/<p[^>]*>(Hi|Get).*?<\/p>/g) ?? [];
  assert.equal(paragraphs.length, 2);
  assert.match(
    paragraphs[0] ?? '',
    /Hi &lt;script&gt;alert\(1\)&lt;\/script&gt; \{\{openUrl\}\}<br>&amp; more: <a href="https:\/\/impromptu\.example\/\?a=1&amp;b=" style="color:inherit">[^<]*<\/a>&quot;2&quot;/,
  );
  // Each paragraph has the direction of its script.
  for (const paragraph of paragraphs) assert.match(paragraph, /^<p [^>]*dir="auto"/);
  assert.match(letter.html, /<h1 [^>]*dir="auto"/);
  assert.match(paragraphs[1] ?? '', /<a href="https:\/\/apps\.apple\.com\/app\/id1" /);
  // The first attempt and a later one have the same.
  assert.equal(letter.messageId, composer.composeMailing(mailing).messageId);
  assert.notEqual(letter.messageId, composer.composeMailing({ ...mailing, id: 8 }).messageId);
  // After a restore, another mailing can have the same numbers.
  assert.notEqual(letter.messageId, composer.composeMailing({ ...mailing, at: 8 }).messageId);
  const { html } = composer.composeMailing({ ...mailing, words: '&'.repeat(10_000) });
  assert.ok(Buffer.byteLength(html) < 102 * 1024, 'Gmail would cut it off');
});

const TEST_FLIGHT = 'https://testflight.apple.com/join/AbC123';
const APP_STORE = 'https://apps.apple.com/app/id1234567890';
const PLAY = 'https://play.google.com/store/apps/details?id=com.example.app';
const WORDS = `Come in.\n\nOn an iPhone: ${TEST_FLIGHT}.\nOn Android: ${PLAY}`;
/** What no letter to a person with the phone may contain, in whichever encoding. */
const STORES: Readonly<Record<Phone, RegExp>> = {
  iphone: /play\.google/i,
  android: /apple\.com/i,
};

function launchLetter(app: Partial<Availability>, phone: Phone | null, words = WORDS) {
  const launch = { app: { ...defaultAvailability, ...app }, day: 0 };
  return composer.composeMailing({ ...mailing, words, launch, phone });
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
    for (const kind of letterKinds)
      for (const how of [member, 'invited'] as const) {
        const letter = composer.compose({ ...toAna, kind }, how);
        for (const phone of phones) assert.doesNotMatch(letter.html + letter.text, STORES[phone]);
      }
  });
});
