import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { MAX_RETURNED_PER_CALL } from '../../contract/mail.ts';
import { query } from '../../testing/databases/test-databases.ts';
import { createTestApp, TEST_KEY, TEST_NOW, type TestApp } from '../../testing/test-app.ts';

const email = 'ana@x.example';

describe('the call for letters that came back', () => {
  let site: TestApp;
  before(async () => {
    site = await createTestApp();
  });
  after(() => site.close());
  beforeEach(async () => {
    for (const table of ['waitlist', 'stopped', 'audit'])
      await query(site.databaseUrl, `DELETE FROM ${table}`);
    await site.storage.waitlist.join(email, TEST_NOW);
  });

  const report = (payload: object, key = TEST_KEY) =>
    site.app.inject({
      ...{ method: 'POST', url: calls.reportReturned.path, payload },
      headers: { authorization: `Bearer ${key}` },
    });
  const reasons = async () =>
    (await query(site.databaseUrl, 'SELECT reason FROM stopped ORDER BY reason')).map(
      ({ reason }) => reason,
    );

  test('answers the same for every address, and stores nothing of unknown ones', async () => {
    for (const one of ['nobody@x.example', 'ANA@x.example', email, '5551234567@vtext.com']) {
      const answer = await report({ email: one, result: 'bounced' });
      assert.deepEqual(answer.json(), { accepted: 1, refused: [] }, one);
    }
    assert.deepEqual(await reasons(), [3]);
    assert.equal((await report([{ email, result: 'complained' }])).statusCode, 200);
    assert.deepEqual(await reasons(), [3, 4]);
    const [{ who, act } = {}] = await site.storage.audit.entries();
    assert.deepEqual([who, act], ['app', 'report-returned']);
  });

  test('refuses wrong reports one by one, long lists, and wrong keys', async () => {
    const list = [
      { email, result: 'complained' },
      ...[{ email, result: 'opened' }, { email }, { email: 7, result: 'bounced' }, null],
      { email, result: 'bounced', at: 'now' },
      { email: 'nobody', result: 'bounced' },
    ];
    const { accepted, refused } = (await report(list)).json();
    assert.equal(accepted, 1);
    assert.deepEqual(
      refused.map(({ index }: { index: number }) => index),
      [1, 2, 3, 4, 5, 6],
    );
    assert.match(refused[0].error, /result is neither "bounced" nor "complained"\.$/);
    assert.match(refused[5].error, /^The email address/);
    assert.deepEqual(await reasons(), [4]);
    assert.equal((await report({ email })).statusCode, 400);
    const one = { email: 'nobody@x.example', result: 'bounced' };
    assert.equal((await report(Array(MAX_RETURNED_PER_CALL).fill(one))).statusCode, 200);
    for (const wrong of [[], Array(MAX_RETURNED_PER_CALL + 1).fill(one)])
      assert.equal((await report(wrong)).statusCode, 400);
    assert.equal((await report(one, 'wrong')).statusCode, 401);
  });
});
