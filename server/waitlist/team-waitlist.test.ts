import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { type Call, calls } from '../../contract/calls.ts';
import { CONSENT_VERSION } from '../../contract/mail.ts';
import { openStorage } from '../../storage/open.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { startServer } from '../../testing/server-process.ts';
import { type SignedIn, signIn } from '../../testing/signed-in.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';

const ADMIN = '+15550001111';
const AUTHOR = { who: 'command line', at: TEST_NOW };

describe('the waitlist in the dashboard', () => {
  let admin: SignedIn;
  const site = siteForSuite(createTestApp);
  before(async () => {
    const { storage } = site;
    await storage.admins.add(ADMIN, TEST_NOW);
    await storage.admins.setRight(ADMIN, true, AUTHOR);
    admin = await signIn(site, ADMIN);
    for (const name of ['ana', '=cmd', 'zoe']) {
      await storage.waitlist.join(`${name}@x.example`, TEST_NOW);
    }
    await storage.members.confirm('ana@x.example', TEST_NOW);
  });

  const ask = async (call: Pick<Call<unknown, unknown>, 'method' | 'path'>, payload?: object) =>
    await site.app.inject({
      ...{ method: call.method, url: call.path, headers: admin.headers },
      ...(payload && { payload }),
    });
  const newActs = async () => {
    const entries = await site.storage.audit.entries();
    return entries.filter(({ who }) => who === ADMIN).map(({ act, detail }) => `${act} ${detail}`);
  };

  test('each look at addresses, each download and each request to remove is one act, without addresses', async () => {
    const list = async (body: object) => (await ask(calls.listAddresses, body)).json();
    const { rows, matching, from } = await list({ order: 'place', from: 150 });
    const time = new Date(TEST_NOW).toISOString();
    const proof = { consent: CONSENT_VERSION, phone: null };
    const ana = { email: 'ana@x.example', joinedAt: time, confirmedAt: time, place: 1 };
    assert.deepEqual(
      { rows, matching, from },
      {
        ...{
          rows: [{ ...ana, invitedBy: null, friends: 0, state: 'waiting', wave: null, ...proof }],
          matching: 1,
          from: 0,
        },
      },
    );
    for (const search of ['ANA@', ' ana@x.example ', 'ana']) {
      assert.equal((await list({ order: 'newest', from: 0, search })).matching, 1, search);
    }
    await site.storage.members.choosePhone('ana@x.example', 'iphone');
    const csv = await ask(calls.downloadAddresses);
    assert.match(String(csv.headers['content-disposition']), /filename="waitlist-2025-06-14\.csv"/);
    assert.deepEqual(parse(csv.body, { bom: true }), [
      [
        'place',
        'email',
        'joinedAt',
        'confirmedAt',
        'invitedBy',
        'friends',
        'state',
        'wave',
        'consent',
        'phone',
      ],
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
      { order: 'place', from: -1 },
      { order: 'place', from: 1.5 },
      { order: 'place', from: '1' },
      { order: 'place', from: 0, search: ['ana'] },
      { order: 'place', from: 0, after: 'ana@x.example' },
      { order: 'place', from: 0, after: { email: 'ana', joinedAt: 0, rank: 2 ** 31, key: 0 } },
      { order: 'place' },
    ]) {
      assert.equal((await ask(calls.listAddresses, body)).statusCode, 400, JSON.stringify(body));
    }
    assert.equal((await newActs()).length, acts);
    const long = { order: 'place', from: 0, search: '%'.repeat(10_000) };
    assert.deepEqual((await ask(calls.listAddresses, long)).json(), {
      rows: [],
      matching: 0,
      from: 0,
      last: null,
    });
  });

  test('the figures are those of the list now, with every day, today last', async () => {
    await using mailing = await createMailSite();
    const { storage } = mailing;
    await storage.admins.add(ADMIN, TEST_NOW);
    await storage.admins.setRight(ADMIN, true, AUTHOR);
    const { headers } = await signIn(mailing, ADMIN);
    const figures = async () => {
      const { path: url } = calls.getWaitlistFigures;
      return (await mailing.app.inject({ url, headers })).json();
    };
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
      ...{
        onList: 2,
        confirmed: 1,
        left: 0,
        invited: 0,
        in: 0,
        iphone: 1,
        android: 0,
        mail: { waiting: 1, uncertain: 0, refused: 0 },
      },
    });
    assert.deepEqual(days.at(-1), { day: '2025-06-14', joined: 2, confirmed: 1, left: 0 });
    await storage.waitlist.remove('eve@x.example', { who: ADMIN, at: TEST_NOW });
    assert.deepEqual((await figures()).onList, 1);
  });
});

describe('a download of the waitlist', () => {
  const PEOPLE = 20_000;
  const addressOf = (n: number) => `${String(n).padStart(240, '0')}@x.example`;

  async function open() {
    const server = await startServer();
    const storage = await openStorage(server.databaseUrl, 'command');
    await storage.admins.add(ADMIN, Date.now());
    await storage.admins.setRight(ADMIN, true, AUTHOR);
    const joined = Array.from({ length: PEOPLE }, (_, n) => n);
    for (let from = 0; from < PEOPLE; from += 1_000) {
      const some = joined.slice(from, from + 1_000);
      await Promise.all(some.map((n) => storage.waitlist.join(addressOf(n), from)));
    }
    const { headers } = await signIn({ storage, clock: Date.now, https: false }, ADMIN);
    const [response] = (await once(
      get(`${server.url}${calls.downloadAddresses.path}`, { headers }),
      'response',
    )) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    await once(response, 'readable');
    return { server, storage, response };
  }

  test('stands in the audit if the process is killed after the first byte', async () => {
    const { server, storage, response } = await open();
    response.on('error', () => {});
    await server.kill();
    const [last] = await storage.audit.latest(1);
    assert.deepEqual([last?.who, last?.act], [ADMIN, 'download-addresses']);
    await storage.close();
    await server.stop();
  });

  test('is aborted when its admin loses the right', async () => {
    const { server, storage, response } = await open();
    await storage.admins.setRight(ADMIN, false, AUTHOR);
    await assert.rejects(text(response), { code: 'ECONNRESET' });
    await storage.close();
    await server.stop();
  });
});
