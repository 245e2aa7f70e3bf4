import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { KEEP_PATH, pathTo } from '../../contract/screens.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { siteForSuite } from '../../testing/test-app.ts';

const CODE = 'k7mw2pqd';
/** What a program adds before and after an id, a code, a name or a token, as a part of an address. */
const ADDED: readonly (readonly [program: string, before: string, after: string])[] = [
  ['Nextcloud Talk: a full stop', '', '.'],
  ['Nextcloud Talk: a bracket', '', ').'],
  ['Discord: the rest of a link in Markdown', '', '](https://x.example)'],
  ['Outlook: angle brackets', '%3C', '%3E'],
  ['iMessage: curly quotes', '%E2%80%9C', '%E2%80%9D'],
  ['Thunderbird: spaces and the words beside the link', '%20', '%20and%20more'],
  ['Teams: an invisible character', '%E2%80%8B', '%E2%80%8B'],
  ['iMessage: an emoji', '', '%E2%9D%A4%EF%B8%8F'],
  ['WhatsApp: marks of bold, italics and struck text', '', '~_*'],
  ['WhatsApp: a mark of italics', '', '_'],
  ['Element: Chinese', '', '%E5%BF%AB%E6%9D%A5%E5%8A%A0%E5%85%A5'],
  ['WeChat: Chinese after a comma', '', '%EF%BC%8C%E5%BF%AB%E6%9D%A5'],
  ['LINE: Thai', '', '%E0%B8%A1%E0%B8%B2%E0%B9%80%E0%B8%A5%E0%B8%A2'],
  ['Slack: a space, encoded again', '', '%2520'],
  ['Slack: a quote, encoded again', '%25E2%2580%259C', '%25E2%2580%259D'],
  ['SMS: an escape that was cut', '', '%E2%80'],
  ['Teams: an escaped "&"', '', '%26amp%3Butm_source%3Dx'],
  ['Element on iOS: an encoded "#"', '', '%23email'],
  ['iOS: an encoded "?"', '', '%3Futm_source=x'],
  ['Mailchimp: a second "?"', '', '?utm_source=x'],
];
/** What a program does to the rest of a link, and where the link leads. */
const CHANGED: readonly (readonly [program: string, path: string, address: string])[] = [
  ['Facebook: a parameter', '/invite?ref=ana&fbclid=1', '/invite?ref=ana&fbclid=1'],
  ['Teams: "&amp;"', '/invite?plan=p1&amp;ref=ana', '/invite?plan=p1&ref=ana'],
  ['Teams: "&amp;", twice', '/?utm_source=x&AMP;amp;ref=ana', '/?utm_source=x&ref=ana'],
  ['iOS: "=" and "&"', '/invite?plan%3Dp1%26ref%3Dana', '/invite?plan=p1&ref=ana'],
  ['iOS, then Slack', '/?ref%253Dana', '/?ref=ana'],
  ['iOS: "?"', '/invite%3Fref=ana', '/invite?ref=ana'],
  ['iOS: "?" and "="', '/%3Ffrom%3Dtiktok', '/?from=tiktok'],
  ['iOS, then Facebook', '/%3Fvia=k7mw2pqd?fbclid=1', '/?via=k7mw2pqd&fbclid=1'],
  ['Slack: "?" encoded again', '/invite%253Fref%253Dana', '/invite?ref=ana'],
  ['Teams on iOS: "#" and "="', '/waitlist%2523leave%3DToKen', '/waitlist#leave=ToKen'],
  ['Link builder: a doubled slash', '//invite?ref=ana', '/invite?ref=ana'],
  ['Link builder: a slash at the end', '/invite//?ref=ana', '/invite?ref=ana'],
  ['Link builder: a path of earlier versions', '//invite/7?ref=ana', '/invite/7?ref=ana'],
  ['Link builder: the home page', '//?via=k7mw2pqd', '/?via=k7mw2pqd'],
];
/** No program has changed these links, or they name nobody. */
const UNCHANGED = [
  ...['/', '/invite', '/invite?ref=ana', '/invite/7?ref=ana', '/invite/a%20b?ref=ana', '/privacy'],
  ...['/?ref=nobody).', '/?via=short.', '/?from=unknown.', '/?utm_source=x).', '/invite?ref=anab.'],
  ...['/?xref=ana', '/?x=ref=ana', '/?utm_content=a%26ref%3Db', '/?q=a?b', '/invite?plan=a?b'],
];

describe('a damaged link', () => {
  const site = siteForSuite(() => createMailSite({ linkNames: ['tiktok'] }));
  before(async () => {
    await site.storage.inviters.put(ANA);
  });

  /** Where a browser arrives that opens the path. */
  async function arrive(path: string): Promise<string> {
    let url = path;
    for (let redirects = 0; ; redirects++) {
      const { statusCode, headers } = await site.app.inject({ url });
      if (![302, 303].includes(statusCode)) return `${statusCode} ${url}`;
      assert.ok(redirects < 2, path);
      assert.equal(headers['cache-control'], 'no-store');
      url = String(headers.location);
      assert.match(url, /^\/(?!\/)[\x21-\x7e]*$/);
    }
  }

  test('opens the page of its inviter, its member or the team', async () => {
    for (const [program, before, after] of ADDED) {
      for (const link of [
        ...['/invite?ref=ana', '/?ref=ana', `/?via=${CODE}`, '/?from=tiktok'],
        '/invite?plan=p1&ref=ana',
      ]) {
        const path = link.replace(/[^=]*$/, (value) => `${before}${value}${after}`);
        const [arrived] = (await arrive(path)).split(/&(?!ref=)/);
        assert.equal(arrived, `200 ${link}`, `${program}: ${path}`);
      }
    }
    for (const [program, path, address] of CHANGED)
      assert.equal(await arrive(path), `200 ${address}`, `${program}: ${path}`);
    for (const path of UNCHANGED) assert.equal(await arrive(path), `200 ${path}`);
    assert.equal(await arrive('/nowhere%3Fref=ana'), '404 /nowhere%3Fref=ana');
    const post = await site.app.inject({ method: 'POST', url: '/invite%3Fref=ana' });
    assert.equal(post.statusCode, 404);
  });

  test('is opened with 100 parameters, and its page without any with more, at each place that has parameters', async () => {
    const query = (parameters: number) => `ref=ana${'&utm=%80'.repeat(parameters - 1)}`;
    const personal = (await site.app.inject('/invite?ref=ana')).body;
    const general = (await site.app.inject('/invite?')).body;
    const headers = (parameters: number) => ({
      host: 'x',
      referer: `http://x/?${query(parameters)}`,
    });
    const readForm = async (parameters: number) => {
      const answer = await site.app.inject({
        method: 'POST',
        url: '/',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `${query(parameters)}&email=a%40form.example`,
      });
      return answer.statusCode;
    };
    assert.equal((await site.app.inject(`/invite?${query(100)}`)).body, personal);
    assert.equal((await site.app.inject({ url: '/terms', headers: headers(100) })).statusCode, 302);
    assert.equal(await readForm(99), 200);

    assert.equal((await site.app.inject(`/invite?${query(101)}`)).body, general);
    assert.equal((await site.app.inject({ url: '/terms', headers: headers(101) })).statusCode, 200);
    assert.equal(await readForm(100), 400);
  });

  test('is that of the inviter whose id really looks so', async () => {
    for (const id of ['ana)', '“ana', '(ana)', 'ana_', '王小明']) {
      await site.storage.inviters.put({ ...ANA, id });
      const link = `/invite?${new URLSearchParams({ ref: id })}`;
      assert.equal(await arrive(link), `200 ${link}`);
      if (/^[(“]|\)$/.test(id)) continue;
      assert.equal(await arrive(`${link}).%E2%80%9D`), `200 ${link}`);
    }
  });

  test('of a letter is repaired, by the page and by one-click unsubscribe', async () => {
    const post = (path: string, payload?: object) =>
      site.app.inject({ method: 'POST', url: path, ...(payload && { payload }) });
    const wraps = ['%0A', '%20', '=%0D%0A', '%0D%0A%09'];
    // A path must consist of whole characters.
    const inPath = ADDED.filter(([, , end]) => end !== '%E2%80');
    const damages = [
      ...inPath.map(
        ([, before, end]) =>
          (token: string) =>
            `${before}${token}${end}`,
      ),
      // Outlook and Gmail wrap lines.
      ...wraps.map((wrap) => (token: string) => token.replace(/^.{20}/, `$&${wrap}`)),
    ];
    for (const [n, damage] of damages.entries()) {
      const email = `${n}@x.example`;
      await site.storage.waitlist.join(email, site.clock(), { via: undefined });
      const token = decodeURIComponent(damage(site.tokens.make('confirm', email)));
      for (const { path } of [calls.getPosition, calls.confirmSignUp])
        assert.equal((await post(path, { token })).statusCode, 200, token);
      const inPath = (purpose: 'keep' | 'leave') =>
        damage(site.tokens.make(purpose, email)).replaceAll('?', '%3F').replaceAll('/', '%2F');
      assert.equal(
        (await site.app.inject(`${KEEP_PATH}/${inPath('keep')}`)).statusCode,
        200,
        email,
      );
      const path = calls.leaveWaitlist.path.replace(':token', inPath('leave'));
      assert.equal((await post(path)).statusCode, 200, path);
      assert.equal((await site.storage.members.position(email))?.state, 'left');
      const { location = '' } = (await site.app.inject(path)).headers;
      assert.equal((await site.app.inject(location)).statusCode, 200);
    }
    const other = site.tokens.make('leave', 'a@x.example').slice(0, -2);
    assert.equal((await post(pathTo(calls.leaveWaitlist, other))).statusCode, 410);
  });
});
