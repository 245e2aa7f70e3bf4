import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ANALYTICS_PATH, INVITE_PATH, inviteLink, listedScreens } from '../../contract/screens.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { createTestApp, siteForSuite } from '../../testing/test-app.ts';

interface Answer {
  headers: Readonly<Record<string, unknown>>;
  html: string;
}
const SIX_MONTHS_S = 15_552_000;
const EXTERNAL_SCRIPT = /<script\b[^>]*\ssrc\s*=\s*["']?(https?:)?\/\//i;

/**
 * What Mozilla's HTTP Observatory wants for its best score of a site without cookies, by its published table ("Tests
 * and scoring", https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring). That is 130: 100, 10 each for
 * the policy and for `cross-origin-resource-policy`, and 5 each for the referrer and for the framing. Redirect,
 * certificate and the preload list are left out, because they depend on the proxy; `site.test.ts` evaluates the policy.
 */
const wanted: Readonly<Record<string, (answer: Answer) => boolean>> = {
  'a policy of framing': ({ headers }) =>
    /(^|; )frame-ancestors /.test(String(headers['content-security-policy'])),
  'no cookie': ({ headers }) => headers['set-cookie'] === undefined,
  'no sharing with other origins': ({ headers }) =>
    headers['access-control-allow-origin'] === undefined,
  'no referrer for other sites': ({ headers }) => headers['referrer-policy'] === 'same-origin',
  'https for six months': ({ headers }) => {
    const [, seconds] = /^max-age=(\d+)/.exec(String(headers['strict-transport-security'])) ?? [];
    return Number(seconds) >= SIX_MONTHS_S;
  },
  'no script of another site': ({ html }) => !EXTERNAL_SCRIPT.test(html),
  'no sniffing': ({ headers }) => headers['x-content-type-options'] === 'nosniff',
  'no use by other origins': ({ headers }) =>
    headers['cross-origin-resource-policy'] === 'same-origin',
};

const missesOf = (answer: Answer) =>
  Object.keys(wanted).filter((name) => wanted[name]?.(answer) === false);

describe('Mozilla’s HTTP Observatory', () => {
  const site = siteForSuite(createTestApp);
  before(async () => {
    await site.storage.inviters.put({
      ...ANA,
      profileImageUrl: 'https://images.example/ana.jpg',
    });
  });

  async function seen(path: string): Promise<Answer> {
    const { headers, body } = await site.app.inject({ url: path });
    // The Observatory also reads meta tags and merges them with the headers.
    assert.doesNotMatch(body, /<meta[^>]+http-equiv/i);
    return { headers, html: body };
  }

  test('gives every kind of page the best score', async () => {
    for (const path of [
      ...Object.values(listedScreens),
      INVITE_PATH,
      inviteLink('ana'),
      inviteLink('unknown'),
      `${INVITE_PATH}?plan=dinner`,
      ANALYTICS_PATH,
      '/an-unknown-path',
    ]) {
      assert.deepEqual(missesOf(await seen(path)), [], path);
    }
  });
});
