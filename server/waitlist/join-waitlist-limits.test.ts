import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import type { SolvedChallenge } from '../../contract/schemas/bot-check.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';
import { easyProof, solve } from '../../testing/test-browser.ts';

const { method, path: url } = calls.joinWaitlist;
const OFFICE = '203.0.113.7';
const OTHER = '203.0.113.8';

/** Opens a site with limits. Sign-ups from one address have different headers, which must not affect the limits. */
async function openSite(changes: Parameters<typeof createTestApp>[0] = {}) {
  const site = await createTestApp({ rateLimits: true, ...changes });
  const join = (body: { email: string; proof?: SolvedChallenge }, remoteAddress: string, n = 0) => {
    const headers = {
      'user-agent': `visitor ${n}`,
      'x-forwarded-for': `10.0.0.${n % 250}`,
    };
    return site.app.inject({ method, url, remoteAddress, headers, payload: body });
  };
  const fill = async () => {
    for (let n = 0; n < 200; n++) {
      const { statusCode } = await join({ email: `${n}@example.com` }, OFFICE, n);
      assert.equal(statusCode, 200, `sign-up ${n + 1}`);
    }
  };
  return { site, join, fill };
}

const countEntries = async ({ storage }: TestApp) =>
  (await Array.fromAsync(storage.waitlist.entries())).length;

describe('POST /api/waitlist with limits', () => {
  test('asks a network for a proof after 200 sign-ups, in the same way for a known address, and accepts one sign-up for each solved task', async (t) => {
    let now = TEST_NOW;
    const { site, join, fill } = await openSite({ https: false, clock: () => now });
    t.after(() => site.close());
    const outcomes = async () => {
      const body = await site.app.metrics.metrics();
      const samples = body.matchAll(/^site_sign_up_proofs_total\{outcome="(\w+)"\} (\d+)$/gm);
      return Object.fromEntries([...samples].map(([, outcome, value]) => [outcome, Number(value)]));
    };
    assert.deepEqual(await outcomes(), { asked: 0, passed: 0, failed: 0 });
    await fill();
    const asked = await join({ email: 'unknown@example.com' }, OFFICE);
    assert.equal(asked.statusCode, 429);
    assert.equal(asked.json().id, 'proof-needed');
    assert.match(asked.json().error, /solved task of \/api\/challenge as "proof", or try again in/);
    assert.match(String(asked.headers['retry-after']), /^3[56]\d\d$/);
    assert.equal(asked.headers['x-ratelimit-limit'], undefined);
    const known = await join({ email: '0@example.com' }, OFFICE);
    const wait = /\d+ minutes\./;
    assert.equal(known.body.replace(wait, ''), asked.body.replace(wait, ''));
    assert.deepEqual(Object.keys(known.headers), Object.keys(asked.headers));
    assert.equal((await join({ email: 'a@b' }, OTHER)).statusCode, 200, 'another address');
    const mapped = await join({ email: 'a@b' }, `::ffff:${OFFICE}`);
    assert.equal(mapped.json().id, 'proof-needed', 'the same, mapped to IPv6');

    const challenge = (await site.app.inject({ url: calls.getChallenge.path })).json();
    const proof = await solve(challenge);
    const joined = await join({ email: 'next@example.com', proof }, OFFICE);
    assert.deepEqual([joined.statusCode, joined.json()], [200, { joined: true }]);
    const again = await join({ email: 'more@example.com', proof }, OFFICE);
    assert.equal(again.statusCode, 403);
    const repeated = await join({ email: '0@example.com', proof: await easyProof(site) }, OFFICE);
    assert.equal(repeated.body, joined.body);
    const forged = await easyProof(site);
    forged.solution.derivedKey = 'ab'.repeat(32);
    const refused = await join({ email: 'forged@example.com', proof: forged }, OFFICE);
    assert.equal(refused.statusCode, 403);
    assert.equal(await countEntries(site), 202);
    assert.deepEqual(await outcomes(), { asked: 3, passed: 2, failed: 2 });

    // After an hour it counts from zero again.
    now += 60 * 60_000;
    await fill();
    assert.equal((await join({ email: 'a@b' }, OFFICE)).statusCode, 429);
  });

  test('refuses an invalid proof even below the limit', async (t) => {
    const { site, join } = await openSite();
    t.after(() => site.close());
    const proof = await easyProof(site);
    proof.challenge.signature = '';
    assert.equal((await join({ email: 'a@b', proof }, OFFICE)).statusCode, 403);
    const answer = await site.app.inject({ method, url, payload: { email: 'a@b', proof: {} } });
    assert.equal(answer.statusCode, 400);
    assert.equal(await countEntries(site), 0);
  });
});
