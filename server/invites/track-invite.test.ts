// Longer than usual: it has every way in which a visit is counted, not counted or refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { createEventId, EVENT_ID_PATTERN } from '../../contract/invite-events.ts';
import { INVITE_PATH, pathTo } from '../../contract/screens.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { A_PERSON } from '../../testing/requests/user-agents.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { readSettings } from '../settings/read-settings.ts';

const { method, path: url } = calls.trackInvite;
const VIEW = { refUserId: 'ana', action: 'page_view' };
const PERSON = { 'user-agent': A_PERSON };
const CURL = { 'user-agent': 'curl/8.5.0' };
const PREVIEW = { 'user-agent': 'facebookexternalhit/1.1' };

async function openSite(environment?: Record<string, string>): Promise<TestApp> {
  const site = await createTestApp(environment && readSettings(environment));
  await site.storage.inviters.put(ANA);
  return site;
}

const send = (
  { app }: TestApp,
  payload: string | object,
  headers: Record<string, string> = PERSON,
  remoteAddress = '127.0.0.1',
) =>
  app.inject({
    method,
    url,
    remoteAddress,
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  });

/** @returns the counters that the work has changed, also those of visits that are not counted, by reason */
async function changesOf({ storage }: TestApp, work: () => Promise<unknown>) {
  const read = async (): Promise<Record<string, number>> => {
    const { total, excluded } = await storage.analytics.totals();
    return { ...total, ...excluded };
  };
  const before = await read();
  await work();
  const changes = Object.entries(await read()).map(([what, count]): [string, number] => [
    what,
    count - (before[what] ?? 0),
  ]);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

describe('POST /api/track/app-invite', () => {
  let site: TestApp;
  before(async () => {
    site = await openSite();
  });
  after(async () => {
    assert.deepEqual((await site.storage.recount()).differences, []);
    await site.close();
  });

  const counted = (...events: (string | object)[]) =>
    changesOf(site, async () => {
      for (const event of events) {
        const answer = await send(site, event);
        assert.deepEqual([answer.statusCode, answer.json()], [200, { tracked: true }]);
      }
    });

  test('counts a view and a click of one page load once, and an event without an id each time', async () => {
    const view = { ...VIEW, eventId: 'load-0001' };
    const click = { ...view, action: 'download_clicked' };
    assert.deepEqual(await counted(view, click, view, click), {
      pageViews: 1,
      downloads: 1,
      repeat: 2,
    });
    assert.deepEqual(await counted(VIEW, VIEW), { pageViews: 2 });
  });

  test('answers 404 for an unknown inviter and counts nothing, also not a lone surrogate for the id U+FFFD', async () => {
    await site.storage.inviters.put({ ...ANA, id: '\ufffd' });
    const unknown = [
      { ...VIEW, refUserId: 'nobody', eventId: 'load-0005' },
      `{"refUserId":"\\ud800","action":"page_view"}`,
    ];
    for (const event of unknown) {
      for (const headers of [PERSON, CURL]) {
        const changes = await changesOf(site, async () => {
          const answer = await send(site, event, headers);
          assert.equal(answer.statusCode, 404);
          assert.deepEqual(answer.json(), { error: 'There is no such inviter.' });
        });
        assert.deepEqual(changes, {});
      }
    }
  });

  const badBodies: Record<string, string | object> = {
    'an empty body': '',
    'a list': [VIEW],
    'an empty inviter': { ...VIEW, refUserId: '' },
    'an inviter of 129 characters': { ...VIEW, refUserId: 'a'.repeat(129) },
    'an unknown action': { ...VIEW, action: 'sent' },
    'an action that is an inherited property of objects': { ...VIEW, action: 'constructor' },
    'an event id with a space': { ...VIEW, eventId: 'load 0001' },
    'an unknown key': { ...VIEW, count: 100 },
  };
  for (const [name, body] of Object.entries(badBodies)) {
    test(`refuses ${name} with a sentence and counts nothing`, async () => {
      const changes = await changesOf(site, async () => {
        const answer = await send(site, body);
        assert.equal(answer.statusCode, 400);
        assert.match(answer.json().error, /^The request .*\.$/);
      });
      assert.deepEqual(changes, {});
    });
  }

  test('counts robots separately, by reason, with the same bytes as for a person, and does not use up their event id', async () => {
    const robots = {
      bot: CURL,
      'link-preview': PREVIEW,
      prefetch: { ...PERSON, 'sec-purpose': 'prefetch;prerender' },
    };
    for (const [reason, headers] of Object.entries(robots)) {
      const event = { ...VIEW, eventId: `load-of-${reason}` };
      const changes = await changesOf(site, async () => {
        const [robot, person] = [await send(site, event, headers), await send(site, event)];
        assert.deepEqual([robot.statusCode, robot.body], [person.statusCode, person.body]);
        const [{ date: _, ...some }, { date: __, ...others }] = [robot.headers, person.headers];
        assert.deepEqual(some, others);
      });
      assert.deepEqual(changes, { [reason]: 1, pageViews: 1 });
    }
  });

  test('is the only request that counts: not the page, the profile, or another method', async () => {
    const changes = await changesOf(site, async () => {
      for (const path of [INVITE_PATH, `${INVITE_PATH}/load`, pathTo(calls.getInviter, 'ana')]) {
        for (const headers of [PERSON, CURL]) {
          for (const method of ['GET', 'HEAD'] as const) {
            const { statusCode } = await site.app.inject({
              method,
              url: `${path}?ref=ana`,
              headers,
            });
            assert.equal(statusCode, 200);
          }
        }
      }
      const query = { refUserId: 'ana', action: 'page_view' };
      for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS'] as const) {
        const { statusCode } = await site.app.inject({ method, url, query, headers: PERSON });
        assert.ok(statusCode >= 400, `${method}: ${statusCode}`);
      }
    });
    assert.deepEqual(changes, {});
  });
});

describe('a robot', () => {
  const HEADLESS = {
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  };
  const viewBy = (site: TestApp, headers: Record<string, string>) =>
    changesOf(site, () => send(site, VIEW, headers));

  test('is counted like a person if no other machine can reach the site', async () => {
    await using site = await openSite({});
    for (const robot of [CURL, HEADLESS, { 'user-agent': '' }])
      assert.deepEqual(await viewBy(site, robot), { pageViews: 1 });
    assert.deepEqual(await viewBy(site, { ...CURL, 'sec-purpose': 'prefetch' }), { prefetch: 1 });
    assert.deepEqual(await viewBy(site, PREVIEW), { 'link-preview': 1 });
  });
});

test('event ids match the pattern of the server, and sort by their time', () => {
  const ids = [Date.UTC(2025, 5, 14), Date.UTC(2025, 5, 14) + 1, Date.UTC(2058, 0, 1)].map((now) =>
    createEventId(now, crypto.getRandomValues(new Uint8Array(16))),
  );
  for (const id of ids) assert.match(id, new RegExp(EVENT_ID_PATTERN));
  assert.deepEqual(ids, ids.toSorted());
  const [day] = ids.map((id) => id.split('-')[0]);
  assert.equal(day, Date.UTC(2025, 5, 14).toString(36));
});
