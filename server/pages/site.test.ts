import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens } from '../../contract/screens.ts';
import { createTestApp, siteForSuite, TEST_PUBLIC_URL } from '../../testing/test-app.ts';

describe('the files and pages of the site', () => {
  const site = siteForSuite(createTestApp);

  const get = (url: string, headers: Record<string, string> = {}) =>
    site.app.inject({ url, headers });

  test('include the other texts, with their slots filled', async () => {
    for (const [path, type, part] of [
      ['/robots.txt', 'text/plain; charset=utf-8', `Sitemap: ${TEST_PUBLIC_URL}/sitemap.xml`],
      ['/sitemap.xml', 'application/xml; charset=utf-8', `<loc>${TEST_PUBLIC_URL}/privacy</loc>`],
      ['/site.webmanifest', 'application/manifest+json', '"start_url":"/"'],
    ] as const) {
      const text = await get(path, { 'accept-encoding': 'br' });
      assert.equal(text.headers['content-type'], type);
      const body = brotliDecompressSync(text.rawPayload).toString();
      assert.ok(body.includes(part), body);
      assert.doesNotMatch(body, /\{\{/, path);
    }
  });

  test('include a sitemap that lists exactly the public pages', async () => {
    assert.match(
      (await get('/robots.txt')).body,
      /^User-agent: \*\nDisallow: \/api\/\n(?!Disallow)/,
    );
    const locations = (await get('/sitemap.xml')).body.matchAll(/<loc>(.*?)<\/loc>/g);
    const paths = [...locations].map(([, address = '']) => new URL(address).pathname);
    assert.deepEqual(paths, Object.values(listedScreens));
  });

  test('wrap their body in the comments with which Cloudflare does not rewrite email addresses', async () => {
    let addresses = 0;
    for await (const path of glob('dist/pages/*.html')) {
      const [, body = ''] = (await readFile(path, 'utf8')).split('</head>');
      for (const { index } of body.matchAll(
        /mailto:|[\w.+-]+@[\w-]+\.\w|\{\{(inviteName|signUpEmail)/g,
      )) {
        const before = body.slice(0, index);
        assert.ok(
          before.lastIndexOf('<!--email_off-->') > before.lastIndexOf('<!--/email_off-->'),
          `${path}: ${body.slice(index, index + 80)}`,
        );
        addresses++;
      }
    }
    assert.ok(addresses > 20, `${addresses} addresses`);
  });

  test('can be shown by other sites only if they are icons or preview pictures', async () => {
    const policy = async (path: string) =>
      (await get(path)).headers['cross-origin-resource-policy'];
    assert.equal(await policy('/preview-home.jpg'), 'cross-origin');
    assert.equal(await policy('/icon-512.png'), 'cross-origin');
    assert.equal(await policy('/'), 'same-origin');
    assert.equal(await policy('/sitemap.xml'), 'same-origin');
  });

  test('include structured data for search engines, and the policy does not have the hash of this data', async () => {
    const { body, headers } = await get('/');
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? [];
    assert.equal(JSON.parse(json)['@graph'][0].url, `${TEST_PUBLIC_URL}/`);
    const hash = createHash('sha256').update(json).digest('base64');
    assert.ok(!String(headers['content-security-policy']).includes(hash));
  });

  test('are sent in the best encoding that a browser accepts', async () => {
    for (const [accepts, encoding] of [
      ['', undefined],
      ['gzip;q=1.0, br;q=0.5, zstd', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0.000, gzip;q=0', undefined],
      ['BR', 'br'],
      ['brotli', undefined],
    ] as const) {
      const page = await get('/', { 'accept-encoding': accepts });
      assert.equal(page.headers['content-encoding'], encoding, accepts);
      assert.equal(page.headers['vary'], 'accept-encoding');
      const decode = encoding && { br: brotliDecompressSync, gzip: gunzipSync }[encoding];
      const html = decode ? decode(page.rawPayload) : page.rawPayload;
      assert.equal(String(html), (await get('/')).body);
    }
  });

  test('are answered with 304 to a browser that has the same variant', async () => {
    const first = await get('/', { 'accept-encoding': 'br' });
    const etag = String(first.headers['etag']);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': tag });
      assert.equal(again.statusCode, 304, tag);
      assert.equal(again.body, '');
      assert.equal(
        again.headers['content-security-policy'],
        first.headers['content-security-policy'],
      );
    }
    const plain = await get('/', { 'if-none-match': etag });
    assert.equal(plain.statusCode, 200, 'another variant');
  });

  test('are cached for a year if their name has a hash, and pages are revalidated', async () => {
    const asset = [...site.build.files.keys()].find((path) => /^\/assets\/.*\.js$/.test(path));
    const file = await get(asset ?? '', { 'accept-encoding': 'br' });
    assert.match(String(file.headers['cache-control']), /immutable/);
    assert.equal(file.headers['content-encoding'], 'br');
    assert.equal((await get('/')).headers['cache-control'], 'no-cache');
  });

  test('redirect a path with a slash at its end, without the query', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    for (const path of [...Object.values(listedScreens).slice(1), ANALYTICS_PATH]) {
      for (const rest of ['/', '/?next=//evil.example', '/?/', `/?userId=x&${path}/`]) {
        for (const method of ['GET', 'HEAD'] as const) {
          const answer = await site.app.inject({ method, url: `${path}${rest}`, headers });
          assert.equal(answer.statusCode, 308);
          assert.equal(answer.headers['location'], path);
          assert.equal(answer.body, '');
        }
      }
      const posted = await site.app.inject({ method: 'POST', url: `${path}/` });
      assert.deepEqual([posted.statusCode, posted.headers['location']], [404, undefined]);
    }
    // The page needs the query.
    for (const path of [`${INVITE_PATH}/`, `${INVITE_PATH}/ana/`]) {
      const { body, headers } = await get(`${path}?plan=p`);
      assert.equal(body, (await get(`${INVITE_PATH}?plan=p`)).body);
      assert.equal(headers['x-robots-tag'], 'noindex');
    }
  });

  test('are unknown at other spellings of their paths', async () => {
    for (const url of [
      ...['/Privacy/', '/privacy%2f', '/invite/a/b/', '//healthz', '//api/analytics'],
      ...['/nowhere/', '/healthz/', '/metrics/', '/robots.txt/', '/api/analytics/'],
      '/Analytics',
    ]) {
      assert.equal((await get(url)).statusCode, 404, url);
    }
  });

  test('may load what Firebase needs only on the dashboard of a site that uses it', async () => {
    const { headers } = await get(ANALYTICS_PATH);
    assert.equal(headers['cache-control'], 'no-store');
    assert.doesNotMatch(String(headers['content-security-policy']), /https?:/);
    assert.match(String(headers['content-security-policy']), /frame-src 'self';/);
    assert.match(String(headers['content-security-policy']), /require-trusted-types-for 'script'/);
    const names = { projectId: 'impromptu-1234', apiKey: 'key', authDomain: 'x.firebaseapp.com' };
    await using other = await createTestApp({ identity: { provider: 'firebase', ...names } });
    const page = await other.app.inject(ANALYTICS_PATH);
    assert.equal(page.headers['cache-control'], 'no-store');
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /connect-src 'self' https:\/\/identitytoolkit\.googleapis\.com /);
    assert.match(policy, /frame-src 'self' https:\/\/www\.google\.com\/recaptcha\/ /);
    assert.match(policy, /script-src 'strict-dynamic' 'sha256-[^']+'( 'sha256-[^']+')*;/);
    assert.match(policy, /default-src 'none'/);
  });

  test('have a Content-Security-Policy in which Google’s CSP Evaluator finds no fault', async () => {
    const more = [INVITE_PATH, `${INVITE_PATH}?ref=a`, ANALYTICS_PATH, '/nowhere', '/api/nowhere'];
    for (const path of [...Object.values(listedScreens), ...more]) {
      const { headers } = await get(path);
      const policy = new CspParser(String(headers['content-security-policy'])).csp;
      const findings = new CspEvaluator(policy).evaluate().filter(({ severity }) => severity < 60);
      assert.deepEqual(findings, [], path);
    }
    const weak = new CspEvaluator(new CspParser("script-src 'unsafe-inline'").csp).evaluate();
    assert.ok(weak.length > 0, 'control');
  });
});

test('the pages show the new year from its first moment (UTC)', async () => {
  let now = Date.UTC(2025, 11, 31, 23, 59, 59, 999);
  await using site = await createTestApp({ clock: () => now });
  const copyright = async () => /© (\d{4})/.exec((await site.app.inject('/')).body)?.[1];
  assert.equal(await copyright(), '2025');
  const etag = (await site.app.inject('/')).headers['etag'];
  now += 1;
  assert.equal(await copyright(), '2026');
  assert.notEqual((await site.app.inject('/')).headers['etag'], etag);
});
