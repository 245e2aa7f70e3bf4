import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import type { InviteTotals } from '../../storage/invites/invite-events.ts';
import { A_PERSON } from '../../testing/requests/user-agents.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';

const { method, path: url } = calls.trackInvite;
const VIEW = { refUserId: 'ana', action: 'page_view' };

let site: TestApp;
const open = async () => {
  site = await createTestApp();
  const profile = { username: 'ana_92', firstName: 'Ana', profileImageUrl: null };
  await site.storage.inviters.put({ id: 'ana', ...profile });
};
const close = async () => {
  const { differences } = await site.storage.inviteEvents.recount();
  await site.close();
  assert.deepEqual(differences, []);
};

const post = (payload: string | object) =>
  site.app.inject({
    method,
    url,
    headers: { 'content-type': 'application/json', 'user-agent': A_PERSON },
    payload,
  });
const counted = async (): Promise<Partial<InviteTotals['total']>> => {
  const { total } = await site.storage.inviteEvents.totals();
  return Object.fromEntries(Object.entries(total).filter(([, count]) => count > 0));
};

describe('POST /api/track/app-invite', () => {
  beforeEach(open);
  afterEach(close);

  test('counts a view and a click of one page load', async () => {
    const answers = [
      await post({ ...VIEW, eventId: 'load-0001' }),
      await post({ ...VIEW, action: 'download_clicked', eventId: 'load-0001' }),
    ];
    for (const answer of answers) {
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), { tracked: true });
    }
    assert.deepEqual(await counted(), { pageViews: 1, downloads: 1 });
  });

  test('counts an event without an id each time', async () => {
    await post(VIEW);
    await post(VIEW);
    assert.deepEqual(await counted(), { pageViews: 2 });
  });

  test('counts one of 20 equal events that arrive at the same time, and gives all the same answer', async () => {
    const event = { ...VIEW, eventId: 'load-0001' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(event)));
    assert.deepEqual(new Set(answers.map((answer) => answer.body)), new Set(['{"tracked":true}']));
    assert.deepEqual(await counted(), { pageViews: 1 });
  });

  test('counts for the inviter of a link with a damaged end, unless an inviter has this id', async () => {
    for (const refUserId of ['ana).', 'ana\u2060', 'ana%0A', 'ana”'])
      assert.equal((await post({ ...VIEW, refUserId, eventId: 'load-0001' })).statusCode, 200);
    assert.deepEqual(await counted(), { pageViews: 1 });
    const profile = { username: 'other', firstName: null, profileImageUrl: null };
    await site.storage.inviters.put({ id: 'ana)', ...profile });
    await post({ ...VIEW, refUserId: 'ana)', eventId: 'load-0002' });
    await site.storage.inviters.erase('ana', TEST_NOW);
    assert.deepEqual(await counted(), { pageViews: 1 });
  });

  test('answers 404 for an unknown inviter and counts nothing', async () => {
    const event = { ...VIEW, refUserId: 'nobody', eventId: 'load-0001' };
    const answer = await post(event);
    assert.equal(answer.statusCode, 404);
    assert.deepEqual(answer.json(), { error: 'There is no such inviter.' });
    assert.deepEqual(await counted(), {});
    assert.deepEqual((await site.storage.inviteEvents.totals()).excluded, {});
  });

  test('does not match a lone surrogate with the id U+FFFD', async () => {
    const profile = { username: 'other', firstName: null, profileImageUrl: null };
    await site.storage.inviters.put({ id: '\ufffd', ...profile });
    const answer = await post(`{"refUserId":"\\ud800","action":"page_view"}`);
    assert.equal(answer.statusCode, 404);
    assert.deepEqual(await counted(), {});
  });
});

/** These tests share one site, because none of their requests changes a counter. */
describe('POST /api/track/app-invite', () => {
  before(open);
  after(close);

  const badBodies: Record<string, string | object> = {
    'an empty body': '',
    'a list': [VIEW],
    'a body without an inviter': { action: 'page_view' },
    'an empty inviter': { ...VIEW, refUserId: '' },
    'an inviter that is a number': { ...VIEW, refUserId: 5 },
    'an inviter of 129 characters': { ...VIEW, refUserId: 'a'.repeat(129) },
    'a body without an action': { refUserId: 'ana' },
    'an unknown action': { ...VIEW, action: 'sent' },
    'an action that is an inherited property of objects': { ...VIEW, action: 'constructor' },
    'an empty event id': { ...VIEW, eventId: '' },
    'an event id of 7 characters': { ...VIEW, eventId: 'a'.repeat(7) },
    'an event id of 65 characters': { ...VIEW, eventId: 'a'.repeat(65) },
    'an event id with a space': { ...VIEW, eventId: 'load 0001' },
    'an event id that is null': { ...VIEW, eventId: null },
    'an unknown key': { ...VIEW, count: 100 },
  };
  for (const [name, body] of Object.entries(badBodies)) {
    test(`refuses ${name} with a sentence and counts nothing`, async () => {
      const answer = await post(body);
      assert.equal(answer.statusCode, 400);
      assert.match(answer.json().error, /^The request .*\.$/);
      assert.deepEqual(await counted(), {});
    });
  }
});
