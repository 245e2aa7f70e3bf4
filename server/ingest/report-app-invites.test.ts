// Longer than usual: it has every kind of report that the app may send, valid or not.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { MAX_APP_INVITES_PER_CALL } from '../../contract/invite-events.ts';
import { query } from '../../testing/databases/test-databases.ts';
import { ANA, BEN } from '../../testing/databases/test-invites.ts';
import { createTestApp, TEST_KEY, TEST_NOW, type TestApp } from '../../testing/test-app.ts';

const headers = { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' };
const SENT = { inviteId: 'i1', refUserId: 'ana', action: 'sent' };
const ACCEPTED = { ...SENT, action: 'accepted' };

const at = (offsetMs: number) => new Date(TEST_NOW + offsetMs).toISOString();

let site: TestApp;
const open = async () => {
  site = await createTestApp();
  await site.storage.inviters.putAll([ANA, BEN]);
};
const close = async () => {
  assert.deepEqual((await site.storage.recount()).differences, []);
  await site.close();
};

const { method, path: url } = calls.reportAppInvites;
const report = (body: unknown) =>
  site.app.inject({ method, url, headers, payload: JSON.stringify(body) });
async function counted() {
  const { total } = await site.storage.analytics.totals();
  return [total.appInvitesSent, total.acceptedInvites];
}

describe('POST /api/app-invites', () => {
  beforeEach(open);
  afterEach(close);

  test('counts an invite as sent once and as accepted once, even if the reports are repeated', async () => {
    for (const [body, answer] of [
      [SENT, { stored: 1, repeated: 0, refused: [] }],
      [SENT, { stored: 0, repeated: 1, refused: [] }],
      [ACCEPTED, { stored: 1, repeated: 0, refused: [] }],
      [
        { ...ACCEPTED, at: at(-1) },
        { stored: 0, repeated: 1, refused: [] },
      ],
    ] as const) {
      const response = await report(body);
      assert.equal(response.statusCode, 200);
      assert.deepEqual(response.json(), answer);
    }
    assert.deepEqual(await counted(), [1, 1]);
  });

  test('stores the valid reports of a list, and gives the reason for each refused one', async () => {
    await report(SENT);
    const response = await report([
      SENT,
      { ...SENT, inviteId: 'i2' },
      { ...SENT, refUserId: 'nobody' },
      { ...SENT, refUserId: 'ben' },
      { ...SENT, inviteId: 'i2', action: 'accepted' },
      { ...SENT, action: 'opened' },
      'nonsense',
      null,
      { ...SENT, inviteId: 'i3', at: 'yesterday' },
      { ...SENT, inviteId: 'i2' },
    ]);
    assert.equal(response.statusCode, 200);
    const { stored, repeated, refused } = response.json();
    assert.deepEqual([stored, repeated], [2, 2]);
    assert.deepEqual(
      refused.map(({ index, error }: { index: number; error: string }) => [
        index,
        error.split(' ').slice(0, 4).join(' '),
      ]),
      [
        [2, 'There is no such'],
        [3, 'This invite was already'],
        [5, 'A report must have'],
        [6, 'A report must have'],
        [7, 'A report must have'],
        [8, 'The field "at" must'],
      ],
    );
    assert.deepEqual(await counted(), [2, 1]);
  });

  test('accepts times within the retention period, and stores a time up to 5 minutes in the future as the current time', async () => {
    for (const [n, text] of [
      '2024-12-14T12:00:00Z',
      '2024-12-14T13:00:00+01:00',
      at(-1),
      at(0),
      at(5 * MINUTE_MS),
    ].entries()) {
      const response = await report({ ...SENT, inviteId: `t${n}`, at: text });
      assert.equal(response.statusCode, 200, text);
    }
    assert.deepEqual(await counted(), [5, 0]);
    const [row] = await query(site.databaseUrl, 'SELECT max(at) AS latest FROM invite_event');
    assert.equal(Number(row?.['latest']), TEST_NOW);
  });

  test('accepts a list of the maximum length with long ids', async () => {
    const reports = Array.from({ length: MAX_APP_INVITES_PER_CALL }, (_, n) => ({
      ...SENT,
      inviteId: `${n}-${'\u{1f600}'.repeat(120)}`,
    }));
    const response = await report(reports);
    assert.deepEqual(response.json(), { stored: 1_000, repeated: 0, refused: [] });
  });
});

/** These tests share one site, because none of their requests changes a counter. */
describe('POST /api/app-invites', () => {
  before(open);
  after(close);

  const bad: readonly [body: unknown, sentence: RegExp, status?: number][] = [
    [{ refUserId: 'ana', action: 'sent' }, /^A report must have/],
    [
      { ...SENT, admin: true },
      /^A report must have the texts "inviteId", "refUserId" and "action" \("sent" or "accepted"\), may have the text "at", and must have no other fields: 'admin' is not a known field\.$/,
    ],
    [{ ...SENT, inviteId: '' }, /^The inviteId must have 1 to 128/],
    [{ ...SENT, inviteId: 'x'.repeat(129) }, /inviteId/],
    [{ ...SENT, refUserId: 'x'.repeat(129) }, /refUserId/],
    [{ ...SENT, refUserId: 'nobody' }, /^There is no such inviter\.$/, 404],
    [{ ...SENT, at: '2025-06-14T12:00:00' }, /ISO 8601/],
    [{ ...SENT, at: at(5 * MINUTE_MS + 1) }, /in the future\.$/],
    [{ ...SENT, at: '2024-12-14T11:59:59.999Z' }, /6 months ago/],
    [[], /^A list must have 1 to 1000 reports\.$/],
    [Array(MAX_APP_INVITES_PER_CALL + 1).fill(SENT), /^A list/],
    [[[SENT]], /^A report must have/, 200],
    [{ ...SENT, inviteId: 'x'.repeat(1024 * 1024) }, /too large/, 413],
  ];
  for (const [body, sentence, status = 400] of bad) {
    const what = JSON.stringify(body).slice(0, 90);
    test(`refuses ${what} with a sentence, and counts nothing`, async () => {
      const response = await report(body);
      assert.equal(response.statusCode, status);
      const answer = response.json();
      const error = answer.error ?? answer.refused[0].error;
      assert.match(error, sentence);
      assert.match(error, /^[A-Z].*\.$/);
      assert.deepEqual(await counted(), [0, 0]);
    });
  }
});
