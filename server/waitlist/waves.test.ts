import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { brand } from '../../brand.ts';
import { calls } from '../../contract/calls.ts';
import { MAX_ARRIVALS_PER_CALL } from '../../contract/team-waitlist.ts';
import { query } from '../../testing/databases/test-databases.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { adminOf } from '../../testing/signed-in.ts';
import { createTestApp, siteForSuite, TEST_KEY, TEST_NOW } from '../../testing/test-app.ts';

const ANA = '+15550001111';
const BEN = '+15550002222';
describe('the calls that let people in', () => {
  let ana: Awaited<ReturnType<typeof adminOf>>;
  let ben: typeof ana;
  const site = siteForSuite(createMailSite);
  before(async () => {
    [ana, ben] = [await adminOf(site, ANA), await adminOf(site, BEN)];
  });
  beforeEach(async () => {
    for (const table of ['member', 'waitlist', 'wave', 'audit', 'app_state']) {
      await query(site.databaseUrl, `DELETE FROM ${table}`);
    }
    for (const name of ['ana', 'ben', 'cy', 'dan']) {
      await site.storage.waitlist.join(`${name}@x.example`, TEST_NOW);
      await site.storage.members.confirm(`${name}@x.example`, TEST_NOW);
    }
  });

  const take = (people: unknown, seen = 0, admin = ana) =>
    admin(calls.takePeople, { people, seen });
  const listed = async () => (await ana(calls.listWaves)).json();
  const download = (wave: number, store: string) =>
    ana(calls.downloadTesters, undefined, { wave: String(wave), store });
  const report = (payload: object, key = TEST_KEY) =>
    site.app.inject({
      method: 'POST',
      url: calls.reportArrivals.path,
      payload,
      headers: { authorization: `Bearer ${key}` },
    });
  const positionOf = async (email: string) => {
    const payload = { token: site.tokens.make('confirm', email) };
    return (await site.app.inject({ method: 'POST', url: calls.getPosition.path, payload })).json();
  };
  const actsSince = async (known: number) =>
    (await site.storage.audit.entries())
      .slice(known)
      .map(({ who, act, detail }) => [who, act, detail]);

  test('with friends, the audit says so', async () => {
    const asked = { people: 2, withFriends: true, seen: 0 };
    assert.equal((await ana(calls.takePeople, asked)).statusCode, 200);
    const acts = [[ANA, 'take-people', '2 people, with their friends, wave 1']];
    assert.deepEqual(await actsSince(0), acts);
  });

  test('reserve, hand out the files of both stores, and invite; each is in the audit, without addresses', async () => {
    await site.storage.members.choosePhone('ana@x.example', 'iphone');
    await site.storage.members.choosePhone('cy@x.example', 'android');
    assert.equal((await take(2)).statusCode, 200);
    const testFlight = await download(1, 'testflight');
    assert.equal(testFlight.body, ',,ana@x.example\n,,ben@x.example\n');
    assert.equal(testFlight.headers['content-length'], String(testFlight.body.length));
    assert.match(String(testFlight.headers['content-disposition']), /testflight-wave-1\.csv/);
    assert.equal((await download(1, 'play')).body, 'ana@x.example\nben@x.example\n');
    const time = new Date(TEST_NOW).toISOString();
    const wave = {
      id: 1,
      at: time,
      who: ANA,
      people: 2,
      reserved: 2,
      invited: 0,
      in: 0,
      back: 0,
      gone: 0,
      takenAt: null,
      undoneAt: null,
      mailing: null,
      iphone: 1,
      android: 0,
    };
    assert.deepEqual(await listed(), {
      waves: [wave],
      waiting: 2,
      iphone: 0,
      android: 1,
      order: 'position',
      reportedAt: null,
    });
    assert.equal((await positionOf('ben@x.example')).state, 'confirmed');
    const invited = { ...wave, reserved: 0, invited: 2, takenAt: time };
    assert.deepEqual((await ben(calls.inviteWave, { wave: 1 })).json(), invited);
    // When needed, the file can be had again.
    assert.equal((await download(1, 'play')).body, 'ana@x.example\nben@x.example\n');
    assert.deepEqual((await ben(calls.moveBack, { email: 'ben@x.example' })).json(), {
      moved: true,
    });
    assert.deepEqual((await ben(calls.moveBack, { email: 'ben@x.example' })).json(), {
      moved: false,
    });
    const late = await ana(calls.undoWave, { wave: 1, people: 2 });
    assert.match(late.json().error, /^Nothing was changed, because the number of people/);
    const undone = await ana(calls.undoWave, { wave: 1, people: 1 });
    assert.deepEqual(undone.json(), {
      ...invited,
      invited: 0,
      iphone: 0,
      back: 2,
      undoneAt: time,
    });
    assert.equal((await download(1, 'play')).statusCode, 409);
    assert.deepEqual(await actsSince(0), [
      [ANA, 'take-people', '2 people, wave 1'],
      [ANA, 'download-testers', 'wave 1 for TestFlight'],
      [ANA, 'download-testers', 'wave 1 for Google Play'],
      [ANA, 'see-waves', ''],
      [BEN, 'invite-wave', 'wave 1'],
      [ANA, 'download-testers', 'wave 1 for Google Play'],
      [BEN, 'move-back', 'who was invited'],
      [BEN, 'move-back', 'who was waiting'],
      [ANA, 'undo-wave', 'wave 1'],
    ]);
  });

  test('refuse with a sentence what cannot be, and change nothing', async () => {
    for (const people of [0, -1, 10_001, 1e9, 1.5, '2', null]) {
      assert.equal((await take(people)).statusCode, 400, String(people));
    }
    const { statusCode, body } = await take(5);
    assert.deepEqual(
      [statusCode, JSON.parse(body).error],
      [409, 'No person was reserved, because fewer people can be let in now: 4.'],
    );
    await site.storage.members.choosePhone('ana@x.example', 'iphone');
    const withPhone = await ana(calls.takePeople, { people: 2, phone: 'iphone', seen: 0 });
    assert.equal(
      withPhone.json().error,
      'No person was reserved, because fewer people with an iPhone can be let in now: 1.',
    );
    await take(1);
    const late = await take(1, 0, ben);
    assert.equal(late.statusCode, 409);
    assert.match(late.json().error, /the list has changed since you read it/);
    assert.equal((await ana(calls.inviteWave, { wave: 7 })).statusCode, 404);
    assert.equal((await ana(calls.undoWave, { wave: 7, people: 1 })).statusCode, 404);
    assert.equal((await download(7, 'play')).statusCode, 404);
    assert.equal((await download(1, 'amazon')).statusCode, 400);
    assert.equal((await listed()).waiting, 3);
    // The refusals tell how many wait, so they are looks.
    assert.deepEqual(
      (await actsSince(0)).map(([, act, detail]) => [act, detail]),
      [
        ['take-people', '5 people, and got none'],
        ['take-people', '2 people with an iPhone, and got none'],
        ['take-people', '1 people, wave 1'],
        ['take-people', '1 people, and got none'],
        ['see-waves', ''],
      ],
    );
  });

  test('show a person the ways that the state of the app names; on a launched platform no person waits', async () => {
    const { availability } = site.storage;
    const author = { who: ANA, at: TEST_NOW };
    const iosLink = 'https://apps.apple.com/app/example/id1234567890';
    const androidLink = 'https://play.google.com/store/apps/details?id=example.app';
    const expectWays = async (name: string, state: string, ways: object) => {
      for (const until = performance.now() + 30_000; ; ) {
        const answer = await positionOf(`${name}@x.example`);
        if (isDeepStrictEqual(answer.ways, ways)) return assert.equal(answer.state, state);
        assert.ok(performance.now() < until, 'the app follows its state');
      }
    };
    await take(1);
    await ana(calls.inviteWave, { wave: 1 });
    await expectWays('ana', 'invited', { ios: brand.betaLink, android: null });
    await expectWays('ben', 'confirmed', { ios: null, android: null });
    await availability.change({ ios: 'paused', android: 'beta', androidLink }, author);
    await expectWays('ana', 'invited', { ios: null, android: androidLink });
    await availability.change({ ios: 'launched', iosLink }, author);
    await expectWays('ben', 'confirmed', { ios: iosLink, android: null });
    await availability.change({ android: 'launched' }, author);
    await expectWays('ben', 'invited', { ios: iosLink, android: androidLink });
    await availability.change({ ios: 'beta', android: 'soon', androidLink: null }, author);
    await expectWays('ben', 'confirmed', { ios: null, android: null });
  });

  test('hear from the app who is in, and answer the same for every address', async () => {
    const accepted = { accepted: 1, refused: [] };
    for (const email of ['ana@x.example', 'ANA@X.example', 'nobody@x.example', 'gone@x.example']) {
      assert.deepEqual((await report({ email })).json(), accepted, email);
    }
    assert.equal((await positionOf('ana@x.example')).state, 'invited');
    assert.equal((await positionOf('ben@x.example')).position.number, 1);
    const cy = { email: 'cy@x.example' };
    const list = [
      ...[{ email: 'ben@x.example', at: '2024-01-01T12:00:00Z' }, { email: 'no address' }],
      ...[
        { ...cy, name: 'Cy' },
        { ...cy, at: 'yesterday' },
        { ...cy, at: '2099-01-01T12:00Z' },
      ],
    ];
    const { accepted: some, refused } = (await report(list)).json();
    assert.equal(some, 1);
    const starts = [
      'Please check this address',
      'A report must',
      'The field "at" must',
      'The field "at" is a time',
    ];
    for (const [n, start] of starts.entries()) {
      assert.equal(refused[n].index, n + 1);
      assert.ok(refused[n].error.startsWith(start), refused[n].error);
    }
    assert.equal((await report({ email: 'no address' })).statusCode, 400);
    for (const wrong of [[], Array(MAX_ARRIVALS_PER_CALL + 1).fill(cy)]) {
      assert.equal((await report(wrong)).statusCode, 400);
    }
    assert.equal((await report({ email: 'cy@x.example' }, 'wrong')).statusCode, 401);
    assert.equal((await positionOf('cy@x.example')).state, 'confirmed');
    assert.equal((await listed()).reportedAt, new Date(TEST_NOW).toISOString());
  });
});

test('a site that sends no mail lets people in by the time of the sign-up', async () => {
  await using site = await createTestApp();
  const ana = await adminOf(site, ANA);
  for (const [n, name] of ['zoe', 'ana'].entries()) {
    await site.storage.waitlist.join(`${name}@x.example`, TEST_NOW + n);
  }
  assert.equal((await ana(calls.listWaves)).json().order, 'joined');
  assert.equal((await ana(calls.takePeople, { people: 1, seen: 0 })).statusCode, 200);
  assert.deepEqual(await site.storage.waves.people(1), ['zoe@x.example']);
});
