// Long because it has the kinds of hostile texts, the places of a request, and the checks of the answers.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { text as read } from 'node:stream/consumers';
import { test } from 'node:test';
import { type CallName, calls } from '../contract/calls.ts';
import { invitePicturePath } from '../contract/link-previews.ts';
import {
  ANALYTICS_PATH,
  INVITE_PATH,
  inviteLink,
  listedScreens,
  pathTo,
} from '../contract/screens.ts';
import { definitionsOf, query, testEngines } from '../testing/databases/test-databases.ts';
import { createMailSite } from '../testing/mail-site.ts';
import {
  ELSEWHERE,
  offSiteAddresses,
  redirectParameters,
} from '../testing/requests/off-site-addresses.ts';
import { type SampleRequest, sampleRequests } from '../testing/requests/sample-requests.ts';
import { signInAdmin } from '../testing/signed-in.ts';
import { OF_MAIL_PROVIDER, TEST_KEY, TEST_NOW } from '../testing/test-app.ts';
import { easyProof } from '../testing/test-browser.ts';

/** A name and an address that no request contains. */
const CANARY = 'unmistakable-canary';
/** Each would change or break a statement that contained it, between quotes of either kind or without quotes. */
const injections = ['\'"\\ $1 ?1 :id @p0 %_', "'; DELETE FROM admin; --", 'a\0b'];
/** Elements that link, redirect or submit to an address. */
const LEADING = /<(?:a|area|base|form|meta|iframe)\b[^>]*>/gi;
const LINK = /\b(?:href|action|src|url)\s*=\s*["']?([^"'>\s]*)/gi;
const PAGES = [...Object.values(listedScreens), INVITE_PATH, ANALYTICS_PATH];

/** The site, an admin, and the canary. */
async function open(engine = testEngines[0]) {
  const site = await createMailSite({ https: false }, await engine?.create());
  const admin = await signInAdmin(site);
  const profile = { username: CANARY, firstName: CANARY, profileImageUrl: null };
  await site.storage.inviters.put({ id: CANARY, ...profile });
  await site.storage.waitlist.join(`${CANARY}@example.com`, TEST_NOW);
  const { port } = await site.listen();
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  async function ask({ method, path, query = {}, body, headers }: SampleRequest): Promise<Answer> {
    const search = new URLSearchParams(query).toString();
    const outgoing = request({
      port,
      method,
      agent,
      path: search ? `${path}?${search}` : path,
      headers: {
        cookie: admin.headers.cookie,
        authorization: path.startsWith('/api/mail-events/')
          ? OF_MAIL_PROVIDER
          : `Bearer ${TEST_KEY}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const { location, 'cache-control': cacheControl } = answer.headers;
    const refresh = String(answer.headers['refresh'] ?? '');
    const status = answer.statusCode ?? 0;
    return { status, location, refresh, cacheControl, body: await read(answer) };
  }

  /** A valid request of each call and page; the people in it do not exist. */
  async function validRequests(): Promise<SampleRequest[]> {
    const known = {
      userId: admin.userId,
      proof: await easyProof(site),
      search: 'no-such-name',
      token: site.tokens.make('confirm', 'someone@example.com'),
      eventId: 'a-page-load',
      ...{
        verificationId: 'a'.repeat(22),
        code: '123456',
        idToken: 'a.b.c',
        phone: '+15550002000',
      },
      iosLink: 'https://testflight.apple.com/join/AbC123',
      androidLink: 'https://play.google.com/store/apps/details?id=example.app',
      email: 'someone@example.com',
      profileImageUrl: '/one.png',
    };
    const ofCalls = (Object.keys(calls) as CallName[]).flatMap((name) =>
      sampleRequests(name, known).map((one) =>
        // Later requests need the admin's session.
        name === 'signOut' ? { ...one, headers: { cookie: 'session=none' } } : one,
      ),
    );
    const query = { ref: 'nobody', search: 'nobody' };
    const paths = [...PAGES, `${INVITE_PATH}/:id`, invitePicturePath(':id'), '/:id', '/metrics'];
    return [...ofCalls, ...paths.map((path) => ({ method: 'GET', path, query }))];
  }

  return {
    site,
    ask,
    validRequests,
    /** Sends each text in each place of each request. */
    async askEverywhere(
      texts: (place: number) => readonly string[],
      check: (answer: Answer, asked: SampleRequest) => void,
    ): Promise<void> {
      let place = 0;
      for (const valid of await validRequests()) {
        for (const withText of placesIn(valid)) {
          const requests = texts(place++).map(withText);
          await Promise.all(requests.map(async (one) => check(await ask(one), one)));
        }
      }
    },
    async close() {
      agent.destroy();
      await site.close();
    },
  };
}
interface Answer {
  status: number;
  location: string | undefined;
  refresh: string;
  cacheControl: string | undefined;
  body: string;
}

for (const engine of testEngines) {
  test(`no text in any place of a request is run as SQL on ${engine.name}`, async (t) => {
    const { site, askEverywhere, close } = await open(engine);
    t.after(close);
    const data = async () => [
      await definitionsOf(site.databaseUrl),
      await query(site.databaseUrl, 'SELECT * FROM admin'),
      await query(site.databaseUrl, `SELECT * FROM inviter WHERE user_id = '${CANARY}'`),
      await query(site.databaseUrl, `SELECT * FROM waitlist WHERE email LIKE '${CANARY}%'`),
    ];
    const before = await data();
    await askEverywhere(
      () => injections,
      ({ status, body }, asked) => {
        assert.ok(status < 500, `${status} to ${JSON.stringify(asked)}`);
        // This download has every address, whatever is asked.
        const isWhole = asked.path === calls.downloadAddresses.path;
        assert.ok(isWhole || !body.includes(CANARY), JSON.stringify(asked));
      },
    );
    assert.deepEqual(await data(), before);
    assert.doesNotMatch(site.lines.join('\n'), /"level":"(error|fatal)"/);
  });
}

test('the server connects to no address in any place of a request, also when it shows a profile image', async (t) => {
  const { ask, askEverywhere, close } = await open();
  t.after(close);
  let connections = 0;
  const other = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  t.after(() => other.close());
  await once(other.listen(0), 'listening');
  const { port } = other.address() as AddressInfo;
  const address = `https://localhost:${port}/one.png`;
  const id = 'ana';
  const body = { username: 'ana', firstName: 'Ana', profileImageUrl: address };
  const put = await ask({ ...calls.putInviter, path: pathTo(calls.putInviter, id), body });
  assert.equal(put.status, 200);
  for (const path of [pathTo(calls.getInviter, id), inviteLink(id), invitePicturePath(id)]) {
    assert.equal((await ask({ method: 'GET', path })).status, 200);
  }
  await askEverywhere(
    () => [address],
    () => {},
  );
  assert.equal(connections, 0);
  await fetch(address).catch(() => {});
  assert.equal(connections, 1, 'the control: this request connects');
});

test('control: without a text in them the requests are valid; caches keep no answer to a call', async (t) => {
  const { ask, validRequests, close } = await open();
  t.after(close);
  for (const valid of await validRequests()) {
    const { status, body, cacheControl } = await ask({ ...valid, path: pathTo(valid, 'someone') });
    // There is no valid token for the path, the sign-up has used the only proof of work, no mailing or deletion
    // runs, and the state of the app has another id.
    const isExpected =
      [200, 404].includes(status) || /leave|auth|waves|mailings|launch|app-state/.test(valid.path);
    assert.ok(isExpected, `${status} to ${JSON.stringify(valid)}: ${body}`);
    if (valid.path.startsWith('/api/')) assert.equal(cacheControl, 'no-store', valid.path);
  }
});

test('no address in any place of a request becomes a link or redirect to another site', async (t) => {
  const { ask, askEverywhere, close } = await open();
  t.after(close);
  const requireOnSite = (answer: Answer, asked: SampleRequest) =>
    assert.equal(findOffSite(answer), undefined, JSON.stringify(asked));
  const some = (place: number) => [0, 13].map((n) => offSiteAddresses[(place + n) % 32] ?? '');
  await askEverywhere(some, requireOnSite);
  for (const [n, path] of PAGES.flatMap((page) => [page, `${page}/`]).entries()) {
    for (const name of redirectParameters) {
      for (const address of some(n)) {
        const asked = { method: 'GET', path, query: { [name]: address } };
        requireOnSite(await ask(asked), asked);
      }
    }
  }
  for (const address of offSiteAddresses) {
    const path = address.replace(/[^\x21-\x7e]/g, encodeURIComponent).replace(/^(?!http:|\/)/, '/');
    // A base address with a slash at its end doubles the slash.
    for (const asked of [path, `/${path}`, `/${path}${INVITE_PATH}`]) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        requireOnSite(await ask({ method, path: asked }), { method, path: asked });
      }
    }
    // The redirect of a link that was copied from HTML contains its query.
    const damaged = `${INVITE_PATH}?ref=${encodeURIComponent(address)}&amp;plan=1`;
    const answer = await ask({ method: 'GET', path: damaged });
    assert.equal(answer.status, 302);
    requireOnSite(answer, { method: 'GET', path: damaged });
  }
});

/** @returns the link or redirect to another site in an answer, if there is one */
function findOffSite({ location, refresh, body }: Answer): string | undefined {
  const elements = body.startsWith('<!') ? (body.match(LEADING) ?? []) : [];
  const links = elements.flatMap((element) => [...element.matchAll(LINK)]);
  const written = [location, refresh && `//${ELSEWHERE}`, ...links.map(([, link]) => link)];
  return written.find((link = '') =>
    URL.parse(link.replaceAll('&amp;', '&'), 'https://impromptu.example/')?.hostname.endsWith(
      ELSEWHERE,
    ),
  );
}

/** @returns functions that put a text into one place of the request: path, query, body or header */
function* placesIn(plain: SampleRequest): Generator<(text: string) => SampleRequest> {
  const { path, query = {}, body, headers } = plain;
  const valid = { ...plain, path: pathTo({ path }, 'someone') };
  if (path.includes(':')) yield (text) => ({ ...plain, path: pathTo({ path }, text) });
  for (const key of [...Object.keys(query), 'next']) {
    yield (text) => ({ ...valid, query: { ...query, [key]: text } });
  }
  yield (text) => ({ ...valid, query: { ...query, [text]: text } });
  for (const place of placesInBody(body)) yield (text) => ({ ...valid, body: place(text) });
  for (const name of [
    'cookie',
    'authorization',
    'user-agent',
    'x-forwarded-for',
    'x-forwarded-host',
    'referer',
    'host',
  ]) {
    const prefix = { cookie: 'session=', authorization: 'Bearer ' }[name] ?? '';
    // Keeps only the characters that a header may contain.
    yield (text) => {
      const value = prefix + text.replace(/[^\x20-\x7e]/g, '');
      return { ...valid, headers: { ...headers, [name]: value } };
    };
  }
}

function* placesInBody(value: unknown): Generator<(text: string) => unknown> {
  if (typeof value === 'string') yield (text) => text;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const place of placesInBody(part)) {
      yield (text) =>
        Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [key]: place(text) });
    }
  }
}
