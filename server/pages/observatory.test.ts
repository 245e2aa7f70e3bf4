import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ANALYTICS_PATH, INVITE_PATH, inviteLink, listedScreens } from '../../contract/screens.ts';
import { type Finding, observe } from '../../testing/requests/observatory.ts';
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
    const without = (...names: string[]) => {
      const headers = Object.entries(good.headers).filter(([name]) => !names.includes(name));
      return observe({ ...good, headers: Object.fromEntries(headers) }).score;
    };
    const replaced = (name: string, value: string) =>
      observe({ ...good, headers: { ...good.headers, [name]: value } });
    const policed = (policy: string) => replaced('content-security-policy', policy);
    const has = ({ findings }: { findings: readonly Finding[] }, finding: Finding) =>
      assert.ok(findings.includes(finding), findings.join(', '));

    assert.equal(observe({ headers: {}, html: '<script></script>' }).score, 30);
    assert.equal(without('content-security-policy'), 75);
    assert.equal(without('strict-transport-security'), 80);
    assert.equal(without('x-content-type-options'), BEST_SCORE - 5);
    assert.equal(without('cross-origin-resource-policy'), BEST_SCORE - 10);
    assert.equal(without('referrer-policy'), BEST_SCORE - 5);
    assert.equal(replaced('referrer-policy', 'unsafe-url').score, BEST_SCORE - 10);
    assert.equal(replaced('strict-transport-security', 'max-age=60').score, BEST_SCORE - 10);
    assert.equal(replaced('access-control-allow-origin', '*').score, 50);
    assert.equal(replaced('set-cookie', 'session=1').score, 60);
    const script = '<script src="https://elsewhere.example/x.js"></script>';
    assert.equal(observe({ ...good, html: script }).score, 50);
    has(policed("default-src 'self'"), 'csp-implemented-with-no-unsafe');
    has(
      policed("script-src 'unsafe-inline'; object-src 'none'"),
      'csp-implemented-with-unsafe-inline',
    );
    has(policed("script-src 'strict-dynamic'; object-src 'none'"), 'csp-header-invalid');
    has(policed("default-src 'none'; default-src *"), 'csp-header-invalid');
    has(policed("script-src 'self'"), 'csp-implemented-with-unsafe-inline');
    has(
      policed("default-src 'none'; connect-src http://x"),
      'csp-implemented-with-insecure-scheme',
    );
    has(
      policed("default-src 'none'; script-src 'unsafe-eval'"),
      'csp-implemented-with-unsafe-eval',
    );
    has(
      policed("default-src 'none'; style-src 'unsafe-inline'"),
      'csp-implemented-with-unsafe-inline-in-style-src-only',
    );
    has(
      policed("default-src 'none'; img-src http://x"),
      'csp-implemented-with-insecure-scheme-in-passive-content-only',
    );
  });
});
