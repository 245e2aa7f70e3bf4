import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { calls } from '../../contract/calls.ts';
import { CONSENT_VERSION } from '../../contract/mail.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { ADMIN, adminOf, signInAdmin } from '../../testing/signed-in.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';

describe('the waitlist in the dashboard', () => {
  let ask: Awaited<ReturnType<typeof adminOf>>;
  const site = siteForSuite(createTestApp);
  before(async () => {
    const { storage } = site;
    ask = await adminOf(site);
    for (const name of ['ana', '=cmd', 'zoe']) {
      await storage.waitlist.join(`${name}@x.example`, TEST_NOW);
    }
    await storage.members.confirm('ana@x.example', TEST_NOW);
  });

  const newActs = async () => {
    const entries = await site.storage.audit.entries();
    return entries.filter(({ who }) => who === ADMIN).map(({ act, detail }) => `${act} ${detail}`);
  };

  test('each look at addresses, each download and each request to remove is one act, without addresses', async () => {
    const list = async (body: object) => (await ask(calls.listAddresses, body)).json();
    const { rows, matching, from } = await list({ order: 'position', from: 150 });
    const time = new Date(TEST_NOW).toISOString();
    const proof = { consent: CONSENT_VERSION, phone: null };
    const ana = { email: 'ana@x.example', joinedAt: time, confirmedAt: time, position: 1 };
    const row = { ...ana, invitedBy: null, friends: 0, state: 'waiting', wave: null, ...proof };
    assert.deepEqual([rows, matching, from], [[row], 1, 0]);
    for (const search of ['ANA@', ' ana@x.example ', 'ana']) {
      assert.equal((await list({ order: 'newest', from: 0, search })).matching, 1, search);
    }
    await site.storage.members.choosePhone('ana@x.example', 'iphone');
    const csv = await ask(calls.downloadAddresses);
    assert.match(String(csv.headers['content-disposition']), /filename="waitlist-2025-06-14\.csv"/);
    assert.deepEqual(parse(csv.body, { bom: true }), [
      'place email joinedAt confirmedAt invitedBy friends state wave consent phone'.split(' '),
      ['', "'=cmd@x.example", time, '', '', '0', 'waiting', '', '', ''],
      ['1', 'ana@x.example', time, time, '', '0', 'waiting', '', CONSENT_VERSION, 'iphone'],
      ['', 'zoe@x.example', time, '', '', '0', 'waiting', '', '', ''],
    ]);
    const remove = async (email: string) => (await ask(calls.removeAddress, { email })).json();
    assert.deepEqual(await remove('zoe@x.example'), { removed: true });
    assert.deepEqual(await remove('zoe@x.example'), { removed: false });
    assert.deepEqual(await newActs(), [
      'see-addresses page 1 by place',
      ...Array(3).fill('see-addresses page 1 of a search'),
      'download-addresses ',
      'remove-address ',
      'look-for-address ',
    ]);
    const audit = (await ask(calls.getAudit)).json().entries;
    const act = 'asked to remove an address that was not on the waitlist';
    assert.deepEqual(audit[0], { at: time, who: ADMIN, act, detail: '' });
    assert.doesNotMatch(JSON.stringify(audit), /@/);
  });

  test('bad requests get 400 and are no act', async () => {
    const acts = (await newActs()).length;
    for (const body of [
      { order: 'friends', from: 0 },
      { order: 'position', from: -1 },
      { order: 'position', from: 1.5 },
      { order: 'position', from: 0, search: ['ana'] },
      { order: 'position' },
    ]) {
      assert.equal((await ask(calls.listAddresses, body)).statusCode, 400, JSON.stringify(body));
    }
    assert.equal((await newActs()).length, acts);
    const long = { order: 'position', from: 0, search: '%'.repeat(10_000) };
    assert.deepEqual((await ask(calls.listAddresses, long)).json(), {
      rows: [],
      matching: 0,
      from: 0,
    });
  });

  test('the figures are those of the list now, with every day, today last', async () => {
    await using mailing = await createMailSite();
    const { storage } = mailing;
    const ofMailing = await adminOf(mailing);
    const figures = async () => (await ofMailing(calls.getWaitlistFigures)).json();
    const join = async (name: string, at: number) => {
      await storage.waitlist.join(`${name}@x.example`, at, { via: undefined });
      await storage.letters.queue(at);
    };
    for (const name of ['ana', 'eve']) await join(name, TEST_NOW);
    await storage.members.confirm('ana@x.example', TEST_NOW);
    await storage.members.choosePhone('ana@x.example', 'iphone');
    const { days, ...sums } = await figures();
    assert.equal(days.length, 90);
    assert.deepEqual(sums, {
      onList: 2,
      confirmed: 1,
      left: 0,
      invited: 0,
      in: 0,
      iphone: 1,
      android: 0,
      mail: { waiting: 1, uncertain: 0, refused: 0 },
    });
    assert.deepEqual(days.at(-1), { day: '2025-06-14', joined: 2, confirmed: 1, left: 0 });
    await storage.waitlist.remove('eve@x.example', { who: ADMIN, at: TEST_NOW });
    assert.deepEqual((await figures()).onList, 1);
  });
});

test('a download is recorded in the audit before its first byte, and is aborted when its admin loses the right', async () => {
  await using site = await createTestApp();
  const { storage } = site;
  // So many long addresses exceed the buffers between the server and a client that does not read.
  for (let from = 0; from < 20_000; from += 1_000) {
    const some = Array.from({ length: 1_000 }, (_, n) => String(from + n).padStart(240, '0'));
    await Promise.all(some.map((name) => storage.waitlist.join(`${name}@x.example`, from)));
  }
  const { headers } = await signInAdmin(site);
  const { origin } = await site.listen();
  const asked = get(`${origin}${calls.downloadAddresses.path}`, { headers });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  const { who, act } = (await storage.audit.entries()).at(-1) ?? {};
  await storage.admins.setRight(ADMIN, false, { who: 'command line', at: TEST_NOW });
  await assert.rejects(text(response), { code: 'ECONNRESET' });
  assert.deepEqual([who, act], [ADMIN, 'download-addresses']);
});
