// Long because it has every call about mailings, and what each refuses.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { FRESH_CODE_MS } from '../../contract/identity.ts';
import { HELD } from '../../contract/launch.ts';
import { letterStates } from '../../contract/mailings.ts';
import { query } from '../../testing/databases/test-databases.ts';
import { PLENTY } from '../../testing/databases/test-mail.ts';
import { createMailSite, WAITING_LETTERS } from '../../testing/mail-site.ts';
import { adminOf, signIn } from '../../testing/signed-in.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';
import { readSettings } from '../settings/read-settings.ts';

const ANA = '+15550001111';
const BEN = '+15550002222';
const TEXT = { subject: 'The doors are open', words: 'Come in, {{year}}.\n\n<b>All</b> of you.' };
const NEXT = { ...TEXT, kind: 'next', most: 200 };
const FIELDS = { kind: 'next', most: 200 };
describe('the calls that write to many people', () => {
  const site = siteForSuite(() => createMailSite());
  let ana: Awaited<ReturnType<typeof adminOf>>;
  let ben: typeof ana;
  before(async () => {
    [ana, ben] = [await adminOf(site, ANA), await adminOf(site, BEN)];
  });
  beforeEach(async () => {
    for (const table of ['letter', 'mailing', 'member', 'waitlist', 'wave', 'audit'])
      await query(site.databaseUrl, `DELETE FROM ${table}`);
    for (const name of ['ana', 'ben', 'cy', 'dan']) {
      await site.storage.waitlist.join(`${name}@${name.slice(-2)}.example`, TEST_NOW);
      await site.storage.members.confirm(`${name}@${name.slice(-2)}.example`, TEST_NOW);
    }
  });

  const listed = async () => (await ana(calls.listMailings)).json();
  const test_ = (email: string) => ana(calls.testMailing, { ...TEXT, email });
  const send = (people: number, more = {}, admin = ana) =>
    admin(calls.sendMailing, { ...NEXT, people, ...more });
  const acts = async () =>
    (await site.storage.audit.entries()).map(({ who, act, detail }) => [who, act, detail]);
  const sentence = (answer: Awaited<ReturnType<typeof ana>>) => answer.json().error as string;

  async function sendAsAdmin(people = 4, more = {}) {
    await site.storage.audit.record({ who: ANA, at: TEST_NOW }, 'test-mailing');
    assert.equal((await send(people, more)).statusCode, 200);
  }

  /** Takes the next letter of the mailing, and stores its result. @returns its number */
  async function sendNext(state: 'accepted' | 'refused' | 'uncertain'): Promise<number> {
    const at = TEST_NOW + 10 * MINUTE_MS;
    const letter = await site.storage.letters.take(PLENTY, at);
    assert.ok(typeof letter === 'object', String(letter));
    await site.storage.letters.finish(letter.id, { state, reply: '=1+1', at });
    return letter.id;
  }

  test('go from the words to the end, and each step is in the audit, without addresses', async () => {
    assert.deepEqual(await listed(), { mailings: [], trouble: null, needsTest: true });
    const preview = (await ana(calls.previewMailing, NEXT)).json();
    assert.deepEqual(
      { ...preview, html: '', text: '' },
      { subject: TEXT.subject, html: '', text: '', people: 4, howLong: 'It needs at least 1 day.' },
    );
    assert.match(preview.html, /Come in, \{\{year\}\}\.<\/p>.*&lt;b&gt;All&lt;\/b&gt; of you\./s);
    assert.doesNotMatch(preview.html, /<script/);
    assert.match(preview.text, /<b>All<\/b> of you\..*1 Main Street\nSpringfield/s);
    assert.match(sentence(await send(4)), /^Nothing was sent: send a test letter first/);
    assert.equal((await test_(' ME@Example.com ')).statusCode, 200);
    const [name = ''] = (await readdir(site.folder)).filter((file) => file.endsWith('.eml'));
    const letter = await readFile(join(site.folder, name), 'utf8');
    assert.match(letter, /^To: me@example\.com\r$/m);
    assert.match(letter, /^Subject: Test: The doors are open\r$/m);
    for (const part of [preview.html, preview.text, letter.replaceAll('=\r\n', '')])
      assert.match(part, /In tests and previews, the links/);
    assert.equal((await listed()).needsTest, false);
    const sent = await send(4);
    const letters = { ...Object.fromEntries(letterStates.map((state) => [state, 0])), waiting: 4 };
    const mailing = {
      id: 1,
      at: new Date(TEST_NOW).toISOString(),
      who: ANA,
      kind: 'next',
      ...TEXT,
      people: 4,
      phone: null,
      wave: 1,
      pausedWhy: null,
      endedAt: null,
      lastAt: null,
      letters,
      waits: null,
      returned: { bounced: 0, complained: 0 },
      startsAt: new Date(TEST_NOW + 10 * MINUTE_MS).toISOString(),
    };
    assert.deepEqual(sent.json(), mailing);
    assert.deepEqual((await listed()).mailings, [mailing]);
    const body = { mailing: 1 };
    assert.deepEqual((await ben(calls.pauseMailing, body)).json(), { paused: true });
    assert.equal((await listed()).mailings[0].pausedWhy, 'An admin has paused it.');
    const late = await ben(calls.resumeMailing, { ...body, waiting: 3 });
    assert.match(late.json().error, /^Nothing was changed, because the number of people/);
    await query(site.databaseUrl, "INSERT INTO notice (name, told) VALUES ('restored', '')");
    assert.equal((await listed()).trouble, HELD);
    assert.equal(sentence(await ben(calls.resumeMailing, body)), HELD);
    await site.storage.launch.goOn({ who: BEN, at: TEST_NOW });
    const resumed = await ben(calls.resumeMailing, { ...body, waiting: 4 });
    assert.equal(resumed.json().pausedWhy, null);
    await sendNext('uncertain');
    await sendNext('refused');
    await sendNext('accepted');
    // A page with an older number of waiting letters cannot take the mailing back.
    const takenBack = await ana(calls.endMailing, { ...body, waiting: 4 });
    assert.match(sentence(takenBack), /^Nothing was changed, because the number of people/);
    const ended = (await ana(calls.endMailing, body)).json();
    const parts = { ...letters, waiting: 0, accepted: 1, refused: 1, uncertain: 1, ended: 1 };
    assert.deepEqual(ended.letters, parts);
    assert.deepEqual(await acts(), [
      [ANA, 'see-mailings', ''],
      ...[0, 1].map(() => [ANA, 'preview-mailing', 'next']),
      [ANA, 'test-mailing', ''],
      [ANA, 'see-mailings', ''],
      [ANA, 'send-mailing', 'mailing 1 to 4 people'],
      [ANA, 'see-mailings', ''],
      [BEN, 'pause-mailing', 'mailing 1'],
      [ANA, 'see-mailings', ''],
      [ANA, 'see-mailings', ''],
      [BEN, 'go-on', ''],
      [BEN, 'resume-mailing', 'mailing 1'],
      [ANA, 'end-mailing', 'mailing 1'],
    ]);
  });

  test('refuse with a sentence what cannot be, send nothing and store nothing', async () => {
    const wrong: [object, RegExp][] = [
      [{ subject: 'One\nBcc: all@x.example' }, /^The subject must be one line/],
      [{ words: '😀'.repeat(100_000) }, /^The words have 100000 characters, more than 10000/],
    ];
    for (const [change, expected] of wrong) {
      const text = { ...TEXT, ...change };
      const email = 'me@example.com';
      for (const answer of [
        await ana(calls.previewMailing, { ...text, ...FIELDS }),
        await ana(calls.testMailing, { ...text, email }),
        await ana(calls.sendMailing, { ...text, ...FIELDS, people: 4 }),
      ]) {
        assert.equal(answer.statusCode, 400);
        assert.match(sentence(answer), expected);
      }
    }
    assert.equal((await ana(calls.previewMailing, { ...NEXT, most: 10_001 })).statusCode, 400);
    assert.equal((await send(0)).statusCode, 400);
    const two = await test_('a@x.example, b@x.example');
    assert.match(sentence(two), /^Please check this address/);
    for (const call of [calls.resumeMailing, calls.endMailing])
      assert.equal((await ana(call, { mailing: 1 })).statusCode, 404);
    const letter = { mailing: 1, letter: 1 };
    for (const call of [calls.assumeDelivered, calls.sendLetterAgain])
      assert.equal((await ana(call, letter)).statusCode, 404);
    const part = { mailing: '1', state: 'gone' };
    for (const call of [calls.listRecipients, calls.downloadRecipients]) {
      assert.equal((await ana(call, undefined, part)).statusCode, 404);
      assert.equal((await ana(call, undefined, { ...part, state: 'all' })).statusCode, 400);
    }
    assert.equal((await ana(calls.getMailing, undefined, { mailing: '1' })).statusCode, 404);
    assert.deepEqual((await listed()).mailings, []);
    await query(site.databaseUrl, 'DELETE FROM member');
    assert.equal((await ana(calls.previewMailing, NEXT)).json().people, 0);
  });

  test('refuse another number of people, a second mailing, and to end another mailing than the page shows', async () => {
    await site.storage.audit.record({ who: ANA, at: TEST_NOW }, 'test-mailing');
    for (const people of [3, 5]) assert.equal((await send(people)).statusCode, 409);
    assert.match(sentence(await send(5)), /the number of people has changed/);
    assert.equal((await send(4)).statusCode, 200);
    assert.match(sentence(await send(4, { kind: 'everybody' })), /previous mailing has not ended/);
    await ana(calls.endMailing, { mailing: 1 });
    assert.match(sentence(await ben(calls.endMailing, { mailing: 1 })), /has ended already/);
    assert.equal((await send(4)).statusCode, 200);
    // A page that still shows the first mailing changes nothing of the second.
    assert.equal((await ben(calls.endMailing, { mailing: 1 })).statusCode, 409);
    assert.equal((await listed()).mailings[0].endedAt, null);
  });

  test('with an old code a mailing is paused, and the answer tells nothing else', async () => {
    await sendAsAdmin();
    const { headers } = await signIn(site, ANA, TEST_NOW - FRESH_CODE_MS);
    const { method, path: url } = calls.pauseMailing;
    const pause = (mailing: number) =>
      site.app.inject({ method, url, headers, payload: { mailing } });
    for (const _ of ['press', 'second press'])
      assert.deepEqual((await pause(1)).json(), { paused: true });
    assert.equal((await listed()).mailings[0].pausedWhy, 'An admin has paused it.');
    await ana(calls.endMailing, { mailing: 1 });
    // Otherwise it would tell how many there were.
    const [ended, unknown] = [await pause(1), await pause(2)];
    assert.deepEqual([ended.statusCode, unknown.json()], [409, ended.json()]);
  });

  test('list each part and as CSV, without formulas, and a letter changes its part once', async () => {
    await sendAsAdmin();
    const [letter, delivered] = [await sendNext('uncertain'), await sendNext('uncertain')];
    await sendNext('accepted');
    await sendNext('refused');
    const recipients = async (state: string) =>
      (await ana(calls.listRecipients, undefined, { mailing: '1', state })).json();
    const since = new Date(TEST_NOW + 10 * MINUTE_MS).toISOString();
    const { rows } = await recipients('uncertain');
    assert.deepEqual(rows[0], { letter, email: 'ana@na.example', since, answer: '=1+1' });
    const part = { mailing: '1', state: 'refused' };
    const csv = await ana(calls.downloadRecipients, undefined, part);
    assert.match(String(csv.headers['content-disposition']), /"mailing-1-refused\.csv"/);
    const lines = csv.body.split('\r\n');
    assert.equal(lines[0], '\ufeff"letter","email","since","answer"');
    assert.match(lines[1] ?? '', /^\d+,"dan@an\.example","2025-[^"]+","'=1\+1"$/);
    const press = { mailing: 1, letter };
    assert.equal((await ana(calls.sendLetterAgain, press)).json().letters.waiting, 1);
    const arrived = await ana(calls.assumeDelivered, { mailing: 1, letter: delivered });
    assert.equal(arrived.json().letters.accepted, 2);
    for (const call of [calls.assumeDelivered, calls.sendLetterAgain])
      assert.equal((await ana(call, press)).statusCode, 409);
    const refused = [ANA, 'try-letter', `letter ${letter}`];
    assert.deepEqual((await acts()).slice(-4), [
      [ANA, 'send-letter-again', `letter ${letter} of mailing 1`],
      [ANA, 'assume-delivered', `letter ${delivered} of mailing 1`],
      refused,
      refused,
    ]);
    await site.storage.waitlist.erase('ana@na.example', TEST_NOW);
    assert.equal((await recipients('gone')).rows[0].email, '');
    const details = (await acts()).filter(([, act]) => act === 'see-mailing');
    assert.deepEqual(details.at(-1), [ANA, 'see-mailing', 'gone of mailing 1']);
  });

  test('an open page that follows a mailing is recorded once for each code', async () => {
    await sendAsAdmin();
    for (const _ of [1, 2, 3]) {
      const { statusCode } = await ben(calls.getMailing, undefined, { mailing: '1' });
      assert.equal(statusCode, 200);
    }
    const looks = (await acts()).filter(([, act]) => act === 'see-mailings');
    assert.deepEqual(looks, [[BEN, 'see-mailings', '']]);
  });

  test('the frame of a preview runs no script, loads nothing, and is framed by the site alone', async () => {
    const { headers } = await ana(calls.getLetterFrame);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; style-src 'unsafe-inline';.*frame-ancestors 'self'$/);
    assert.equal(headers['x-frame-options'], 'SAMEORIGIN');
  });
});

test('a site that sends no mail, or has no postal address, says so', async () => {
  await using site = await createTestApp();
  const ana = await adminOf(site, ANA);
  const { trouble } = (await ana(calls.listMailings)).json();
  assert.match(trouble, /^This site sends no mail, and so no mailings\./);
  const refused = await ana(calls.previewMailing, NEXT);
  assert.equal(refused.statusCode, 400);
  const { mail } = readSettings(WAITING_LETTERS);
  await using withMail = await createTestApp({ mail });
  const ben = await adminOf(withMail, BEN);
  assert.match((await ben(calls.listMailings)).json().trouble, /needs your postal address/);
});

test('a mail server that is away gets no test letter, and the admin reads why', async () => {
  const { mail } = readSettings(WAITING_LETTERS);
  await using site = await createMailSite({ mail });
  const ana = await adminOf(site, ANA);
  const answer = await ana(calls.testMailing, { ...TEXT, email: 'me@example.com' });
  assert.equal(answer.statusCode, 409);
  assert.match(answer.json().error, /^The letter was not sent\. Nothing listens on /);
  assert.equal((await ana(calls.listMailings)).json().needsTest, true);
  const acts = (await site.storage.audit.entries()).map(({ act }) => act);
  assert.ok(acts.includes('try-mailing') && !acts.includes('test-mailing'));
});
