import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import type { SolvedChallenge } from '../../contract/schemas/bot-check.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';
import { easyProof, solve } from '../../testing/test-browser.ts';

const PHONE = '+15550001111';

describe('the bot check', () => {
  let now = TEST_NOW;
  const site = siteForSuite(() => createTestApp({ clock: () => now }));
  beforeEach(() => {
    now = TEST_NOW;
    site.lines.length = 0;
  });

  async function statusFor(proof: unknown): Promise<number> {
    const { method, path: url } = calls.sendCode;
    const payload = { phone: PHONE, proof: proof as SolvedChallenge };
    return (await site.app.inject({ method, url, payload })).statusCode;
  }

  test('accepts a solved challenge of the site', async () => {
    const { method, path: url } = calls.getChallenge;
    const challenge = (await site.app.inject({ method, url })).json();
    assert.equal(challenge.parameters.cost, 5_000);
    assert.equal(await statusFor(await solve(challenge)), 200);
  });

  test('accepts a proof for ten minutes', async () => {
    const [first, second] = [await easyProof(site), await easyProof(site)];
    now += 10 * 60_000 - 1;
    assert.equal(await statusFor(first), 200);
    now += 1;
    assert.equal(await statusFor(second), 403);
  });

  test('refuses a proof for a challenge of another site', async () => {
    const other = await createTestApp();
    const proof = await easyProof(other);
    await other.close();
    assert.equal(await statusFor(proof), 403);
  });

  type Parts = SolvedChallenge['challenge']['parameters'];
  const changed = (change: (parameters: Parts) => Partial<Parts>) => (proof: SolvedChallenge) =>
    Object.assign(proof.challenge.parameters, change(proof.challenge.parameters));
  const solved =
    (change: (proof: SolvedChallenge) => Partial<SolvedChallenge['solution']>) =>
    (proof: SolvedChallenge) =>
      Object.assign(proof.solution, change(proof));
  const forgeries: Record<string, (proof: SolvedChallenge) => unknown> = {
    'a later expiry': changed(({ data }) => ({ data: { validUntil: data.validUntil + 1 } })),
    'an easier task': changed(() => ({ cost: 1 })),
    'a shorter prefix': changed(({ keyPrefix }) => ({ keyPrefix: keyPrefix.slice(0, 2) })),
    'a nonce in another spelling': changed(({ nonce }) => ({ nonce: nonce.toUpperCase() })),
    'no signature': ({ challenge }) => Object.assign(challenge, { signature: '' }),
    'another counter': solved(({ solution }) => ({ counter: solution.counter + 1 })),
    'the prefix instead of the key': solved(({ challenge }) => ({
      derivedKey: challenge.parameters.keyPrefix,
    })),
    'a key that is not hexadecimal': solved(() => ({ derivedKey: 'zz' })),
  };
  for (const [what, forge] of Object.entries(forgeries)) {
    test(`refuses a proof with ${what}`, async () => {
      const proof = await easyProof(site);
      forge(proof);
      assert.equal(await statusFor(proof), 403);
      assert.deepEqual(site.lines, []);
    });
  }

  test('refuses what is no proof, and a proof with an additional field', async () => {
    for (const proof of [undefined, null, '', {}, [], { challenge: {}, solution: {} }])
      assert.equal(await statusFor(proof), 400, JSON.stringify(proof));
    const proof = await easyProof(site);
    assert.equal(await statusFor({ ...proof, extra: 1 }), 400);
    const parameters = { ...proof.challenge.parameters, memoryCost: 1 };
    assert.equal(await statusFor({ ...proof, challenge: { ...proof.challenge, parameters } }), 400);
  });
});
