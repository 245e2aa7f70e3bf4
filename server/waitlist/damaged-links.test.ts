import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { pathTo } from '../../contract/screens.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { createMailSite, type MailSite } from '../../testing/mail-site.ts';

const CODE = 'k7mw2pqd';
/** Damage at one end or both, as a part of a query or a path. */
const DAMAGED = [
  ...[
    '.',
    ')',
    ',',
    ']',
    '%3E',
    '%22',
    "'",
    '%E2%80%9D',
    '%C2%BB',
    '%E2%80%A6',
    '!',
    '?',
    ';',
    ':',
  ],
  ...[
    '%20',
    '&amp;',
    '%3F',
    '%E2%80%8B',
    '?utm_source=x',
    '%3Futm_source=x',
    '%2520',
    '%2F',
    '%2f',
  ],
  ...['&quot;', '%26quot%3B', '%E2%80', '%25E2%2580%259D', '%E5%BF%AB%E6%9D%A5', '%20and%20more'],
].flatMap((end) => [
  ['', end],
  ['%28', end],
  ['%E2%80%9C', end],
]);

describe('a damaged link', () => {
  let site: MailSite;
  before(async () => {
    site = await createMailSite({ linkNames: ['tiktok'] });
    await site.storage.inviters.put(ANA);
  });
  after(() => site.close());

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

  test('of an inviter, a member or the team is repaired at each door', async () => {
    for (const [before, end] of DAMAGED) {
      for (const [door, link] of [
        ['/invite', `ref=${ANA.id}`],
        ['/', `ref=${ANA.id}`],
        ['/', `via=${CODE}`],
        ['/', 'from=tiktok'],
      ] as const) {
        const [name, value] = link.split('=');
        const path = `${door}?${name}=${before}${value}${end}`;
        const [status, address = ''] = (await arrive(path)).split(' ');
        const { pathname, searchParams } = new URL(address, 'https://x.example');
        assert.deepEqual(
          [status, pathname, searchParams.get(name ?? '')],
          ['200', door, value],
          path,
        );
      }
      const event = await arrive(`/invite?plan=p1&ref=${before}${ANA.id}${end}`);
      assert.match(event, /^200 \/invite\?plan=p1&ref=ana(&|$)/);
    }
  });

  test('is repaired if its query stands in its path, or its names are damaged', async () => {
    for (const [path, address] of [
      ['/invite%3Fref=ana', '/invite?ref=ana'],
      ['/invite/%3Fref%3Dana).', '/invite?ref=ana'],
      ['/invite&amp;ref=ana', '/invite?ref=ana'],
      ['/invite?ref%3Dana', '/invite?ref=ana'],
      ['/?utm_source=x&amp;ref=ana', '/?utm_source=x&ref=ana'],
      ['/?utm_source=x?via=k7mw2pqd.', '/?utm_source=x&via=k7mw2pqd'],
      ['/%3Fvia=k7mw2pqd', '/?via=k7mw2pqd'],
      ['/%3Ffrom%3Dtiktok', '/?from=tiktok'],
      ['/waitlist%23ToKen_-', '/waitlist#ToKen_-'],
    ] as const)
      assert.equal(await arrive(path), `200 ${address}`, path);
    for (const path of [
      '/?ref=nobody).',
      '/?via=short.',
      '/?from=unknown.',
      '/?utm_source=x).',
      '/invite?ref=anab.',
    ])
      assert.equal(await arrive(path), `200 ${path}`, path);
    assert.equal(await arrive('/nowhere%3Fref=ana'), '404 /nowhere%3Fref=ana');
    assert.equal(
      (await site.app.inject({ method: 'POST', url: '/invite%3Fref=ana' })).statusCode,
      404,
    );
  });

  test('with a doubled slash leads to its page, and never to another site', async () => {
    const { port } = await site.listen();
    const open = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
      return `${answer.status} ${answer.headers.get('location')}`;
    };
    for (const [path, address] of [
      ['//invite?ref=ana', '/invite?ref=ana'],
      ['///invite?ref=ana', '/invite?ref=ana'],
      ['/invite//?ref=ana', '/invite?ref=ana'],
      ['//invite/7?ref=ana', '/invite?ref=ana'],
      ['//', '/'],
      ['//privacy', '/privacy'],
    ] as const) {
      assert.equal(await open(path), `302 ${address}`, path);
      assert.equal(await open(address), '200 null', address);
    }
    for (const path of ['//evil.example', '//evil.example/invite?ref=ana', '/%5Cevil.example'])
      assert.equal(await open(path), '404 null', path);
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
        ...{ method: 'POST', url: '/' },
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
    for (const id of ['ana)', '“ana', '(ana)']) await site.storage.inviters.put({ ...ANA, id });
    for (const [ref, id] of [
      ['ana)', 'ana)'],
      ['“ana', '“ana'],
      ['(ana)', '(ana)'],
      ['(ana).', '(ana)'],
      ['“ana”', '“ana'],
    ] as const) {
      const address = await arrive(`/invite?${new URLSearchParams({ ref })}`);
      assert.equal(address, `200 /invite?${new URLSearchParams({ ref: id })}`);
    }
    for (const id of ['ana)', '“ana', '(ana)']) await site.storage.inviters.erase(id, site.clock());
  });

  test('of a letter is repaired, by the page and by one-click unsubscribe', async () => {
    const post = (path: string, payload?: object) =>
      site.app.inject({ method: 'POST', url: path, ...(payload && { payload }) });
    // A path must consist of whole characters.
    const inPath = DAMAGED.filter(([, end]) => end !== '%E2%80');
    for (const [n, [before = '', end = '']] of inPath.entries()) {
      const email = `${n}@x.example`;
      await site.storage.waitlist.join(email, site.clock(), { via: undefined });
      const token = `${before}${site.tokens.make('confirm', email)}${end}`;
      for (const { path } of [calls.getPosition, calls.confirmSignUp])
        assert.equal((await post(path, { token })).statusCode, 200, token);
      const leave = `${before}${site.tokens.make('leave', email)}${end.replaceAll('?', '%3F')}`;
      const path = calls.leaveWaitlist.path.replace(':token', leave);
      assert.equal((await post(path)).statusCode, 200, path);
      assert.equal((await site.storage.members.position(email))?.state, 'left');
      assert.equal(
        (await site.app.inject((await site.app.inject(path)).headers.location ?? '')).statusCode,
        200,
      );
    }
    const other = site.tokens.make('leave', 'a@x.example').slice(0, -2);
    assert.equal((await post(pathTo(calls.leaveWaitlist, other))).statusCode, 410);
  });

  test('counts a sign-up by the call and by the form', async () => {
    for (const [n, [before = '', end = '']] of DAMAGED.entries()) {
      const value = (text: string) => decodeURIComponent(`${before}${text}`) + end;
      const body = {
        email: `call-${n}@x.example`,
        ref: value('ana'),
        via: value(CODE),
        from: value('tiktok'),
      };
      const answer = await site.app.inject({
        method: 'POST',
        url: calls.joinWaitlist.path,
        payload: body,
      });
      assert.equal(answer.statusCode, 200, JSON.stringify(body));
    }
    const [named] = await site.storage.waitlist.namedLinks(0);
    assert.deepEqual(named && [named.name, Number(named.signUps)], ['tiktok', DAMAGED.length]);
  });
});
