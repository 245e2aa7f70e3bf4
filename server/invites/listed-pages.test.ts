import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { listedScreens } from '../../contract/screens.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { readHead } from '../../testing/requests/read-head.ts';
import {
  createTestApp,
  siteForSuite,
  TEST_PUBLIC_URL,
  type TestApp,
} from '../../testing/test-app.ts';

describe('the home page', () => {
  const site = siteForSuite(() => createTestApp({ linkNames: ['tiktok'] }));
  before(async () => {
    await site.storage.inviters.put(ANA);
  });

  const get = async (query: string) => {
    const { body, headers } = await site.app.inject({ url: `${listedScreens.home}${query}` });
    const { canonical, address, robots } = readHead(body);
    return { body, names: [canonical, address], robots: headers['x-robots-tag'] ?? robots };
  };

  test('names its own address, whatever a link adds for statistics', async () => {
    for (const query of [
      ...['', '?', '?utm_source=x&utm_campaign=y', '?fbclid=IwAR0', '?gclid=1&ttclid=2'],
      ...['?ref=', '?via=&from=', '?plan=p', '?REF=ana', '?xref=ana', '?x=ref=ana', '?token=t'],
    ]) {
      const { names, robots } = await get(query);
      const home = `${TEST_PUBLIC_URL}/`;
      assert.deepEqual([names, robots], [[home, home], undefined], query);
    }
  });

  test('of a friend’s or the team’s own link names none, so that the whole link is shared again', async () => {
    const personal = ['?via=k7mw2pqd', '?ref=ana', '?ref=nobody', '?from=tiktok', '?from=unknown'];
    for (const query of personal.flatMap((one) => [one, `?utm_source=x&${one.slice(1)}`])) {
      const { names, robots } = await get(query);
      assert.deepEqual([names, robots], [[undefined, undefined], 'noindex'], query);
    }
    const [via, from, nobody] = [
      await get('?via=k7mw2pqd'),
      await get('?from=tiktok'),
      await get('?ref=nobody'),
    ];
    assert.ok(
      via.body === from.body && via.body === nobody.body,
      'all but known inviters share one',
    );
    const { body } = await get('');
    const forRobots =
      /<link rel="canonical"[^>]*>|<meta property="og:url"[^>]*>|<script type="application.*?<\/script>/g;
    assert.ok(via.body === body.replaceAll(forRobots, ''), 'the rest is the same');
  });
});

test('the home page tells whom a member of the waitlist invites, where there is a waitlist with members', async () => {
  const said = 'A friend wants you here.';
  const saysSo = async (site: TestApp, query: string) =>
    (await site.app.inject(`${listedScreens.home}${query}`)).body.includes(said);
  await using withMail = await createMailSite();
  assert.equal(await saysSo(withMail, '?via=k7mw2pqd'), true);
  for (const query of ['', '?via=', '?via=short', '?from=tiktok', '?ref=nobody']) {
    assert.equal(await saysSo(withMail, query), false, query);
  }
  await using withoutMail = await createTestApp();
  assert.equal(await saysSo(withoutMail, '?via=k7mw2pqd'), false);
});
