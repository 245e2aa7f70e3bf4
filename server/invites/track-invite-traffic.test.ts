import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { INVITE_PATH, pathTo } from '../../contract/screens.ts';
import { A_PERSON } from '../../testing/requests/user-agents.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const VIEW = { refUserId: 'ana', action: 'page_view' };
const person = { 'user-agent': A_PERSON };
/** The headers of one robot for each reason. */
const robots: Record<string, Record<string, string>> = {
  bot: { 'user-agent': 'curl/8.5.0' },
  'link-preview': { 'user-agent': 'facebookexternalhit/1.1' },
  prefetch: { ...person, 'sec-purpose': 'prefetch;prerender' },
};

describe('traffic of programs', () => {
  let site: TestApp;
  beforeEach(async () => {
    site = await createTestApp();
    const profile = { username: 'ana_92', firstName: 'Ana', profileImageUrl: null };
    await site.storage.inviters.put({ id: 'ana', ...profile });
  });
  afterEach(() => site.close());

  const track = (headers: Record<string, string>, event: object = VIEW) =>
    site.app.inject({
      method: calls.trackInvite.method,
      url: calls.trackInvite.path,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(event),
    });
  async function pageViews(): Promise<number> {
    return (await site.storage.inviteEvents.totals()).total.pageViews;
  }

  for (const [reason, headers] of Object.entries(robots)) {
    test(`of the kind ${reason} is counted separately, and gets the same bytes as a person`, async () => {
      const [robot, other] = [await track(headers), await track(person)];
      assert.equal(robot.statusCode, other.statusCode);
      assert.equal(robot.body, other.body);
      assert.deepEqual(withoutDate(robot.headers), withoutDate(other.headers));
      const { total, excluded } = await site.storage.inviteEvents.totals();
      assert.equal(total.pageViews, 1);
      assert.deepEqual(excluded, { [reason]: 1 });
    });

    test(`of the kind ${reason} for an unknown inviter gets the same 404 as a person, and is not counted`, async () => {
      const event = { ...VIEW, refUserId: 'nobody' };
      const [robot, other] = [await track(headers, event), await track(person, event)];
      assert.equal(robot.statusCode, 404);
      assert.equal(robot.body, other.body);
      assert.deepEqual((await site.storage.inviteEvents.totals()).excluded, {});
    });
  }

  test('does not mark an event id as used, so that a later event of the person counts', async () => {
    const event = { ...VIEW, eventId: 'load-0001' };
    await track(robots['prefetch'] ?? {}, event);
    await track(person, event);
    assert.equal(await pageViews(), 1);
    assert.deepEqual((await site.storage.inviteEvents.totals()).excluded, { prefetch: 1 });
  });

  test('is not counted when it loads the page or the profile', async () => {
    const paths = [
      `${INVITE_PATH}?ref=ana`,
      `${INVITE_PATH}/load?ref=ana`,
      pathTo(calls.getInviter, 'ana'),
    ];
    for (const url of paths) {
      for (const headers of [person, ...Object.values(robots)]) {
        for (const method of ['GET', 'HEAD'] as const) {
          const { statusCode } = await site.app.inject({ method, url, headers });
          assert.equal(statusCode, 200);
        }
      }
    }
    assert.equal(await pageViews(), 0);
    assert.deepEqual((await site.storage.inviteEvents.totals()).excluded, {});
  });

  test('is not counted by the tracking call with another method, even with the headers of a person', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS'] as const) {
      const url = `${calls.trackInvite.path}?refUserId=ana&action=page_view`;
      const { statusCode } = await site.app.inject({ method, url, headers: person });
      assert.ok(statusCode >= 400, `${method}: ${statusCode}`);
    }
    assert.equal(await pageViews(), 0);
  });
});

function withoutDate(headers: Record<string, unknown>) {
  const { date: _date, ...others } = headers;
  return others;
}
