import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ANALYTICS_PATH, INVITE_PATH, inviteLink, listedScreens } from '../../contract/screens.ts';
import { observe } from '../../testing/requests/observatory.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

/** The best score of a site that sets no cookies, loads no external scripts and is not in the HSTS preload list. */
const BEST_SCORE = 130;

describe('the copied rules of Mozilla’s HTTP Observatory', () => {
  let site: TestApp;
  before(async () => {
    site = await createTestApp();
    const profile = { firstName: 'Ana', profileImageUrl: 'https://images.example/ana.jpg' };
    await site.storage.inviters.put({ id: 'ana', username: 'ana_92', ...profile });
  });
  after(() => site.close());

  async function seen(path: string) {
    const { headers, body } = await site.app.inject({ url: path });
    // The Observatory also reads meta tags and merges them with the headers; our copy does not.
    assert.doesNotMatch(body, /<meta[^>]+http-equiv/i);
    return { headers, html: body };
  }

  for (const path of [
    ...Object.values(listedScreens),
    INVITE_PATH,
    inviteLink('ana'),
    inviteLink('nobody'),
    `${INVITE_PATH}?plan=dinner`,
    ANALYTICS_PATH,
    '/an-unknown-path',
  ]) {
    test(`give ${path} the best score`, async () => {
      const { score, findings } = observe(await seen(path));
      assert.equal(score, BEST_SCORE, findings.join(', '));
    });
  }

  test('subtract the points of the published table for each fault, and add bonuses only for good sites', async () => {
    const good = await seen('/');
    const scored = (headers: Record<string, string | undefined>, html = good.html) =>
      observe({ headers: { ...good.headers, ...headers }, html });
    assert.equal(observe({ headers: {}, html: '<script></script>' }).score, 30);
    for (const [name, value, score] of [
      ['content-security-policy', undefined, 75],
      ['strict-transport-security', undefined, 80],
      ['x-content-type-options', undefined, BEST_SCORE - 5],
      ['cross-origin-resource-policy', undefined, BEST_SCORE - 10],
      ['referrer-policy', undefined, BEST_SCORE - 5],
      ['referrer-policy', 'unsafe-url', BEST_SCORE - 10],
      ['strict-transport-security', 'max-age=60', BEST_SCORE - 10],
      ['access-control-allow-origin', '*', 50],
      ['set-cookie', 'session=1', 60],
    ] as const) {
      assert.equal(scored({ [name]: value }).score, score, `${name}: ${value}`);
    }
    assert.equal(scored({}, '<script src="https://elsewhere.example/x.js"></script>').score, 50);
    for (const [policy, finding] of [
      ["default-src 'self'", 'csp-implemented-with-no-unsafe'],
      ["script-src 'unsafe-inline'; object-src 'none'", 'csp-implemented-with-unsafe-inline'],
      ["script-src 'strict-dynamic'; object-src 'none'", 'csp-header-invalid'],
      ["default-src 'none'; default-src *", 'csp-header-invalid'],
      ["script-src 'self'", 'csp-implemented-with-unsafe-inline'],
      ["default-src 'none'; connect-src http://x", 'csp-implemented-with-insecure-scheme'],
      ["default-src 'none'; script-src 'unsafe-eval'", 'csp-implemented-with-unsafe-eval'],
      [
        "default-src 'none'; style-src 'unsafe-inline'",
        'csp-implemented-with-unsafe-inline-in-style-src-only',
      ],
      [
        "default-src 'none'; img-src http://x",
        'csp-implemented-with-insecure-scheme-in-passive-content-only',
      ],
    ] as const) {
      const { findings } = scored({ 'content-security-policy': policy });
      assert.ok(findings.includes(finding), `${policy}: ${findings}`);
    }
  });
});
