import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { before, describe, test } from 'node:test';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Call, type CallName, callSchemas, calls } from '../../contract/calls.ts';
import { FRESH_CODE_MS, SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../contract/identity.ts';
import type { CallSchema } from '../../contract/schemas/call-schema.ts';
import { pathTo } from '../../contract/screens.ts';
import { ANA, VIEW } from '../../testing/databases/test-invites.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { sampleRequests } from '../../testing/requests/sample-requests.ts';
import { ADMIN, type SignedIn, signIn, signInAdmin } from '../../testing/signed-in.ts';
import { siteForSuite, TEST_NOW } from '../../testing/test-app.ts';
import { isForAdmins, sessionAccess } from '../http/call.ts';
import { hashToken, randomToken } from '../http/credentials.ts';

const STRANGER = '+15550002222';
const ADMIN_WITHOUT_RIGHT = '+15550004444';
const AUTHOR = { who: 'command line', at: TEST_NOW };
const CANARY = 'unmistakable';

const guarded = (Object.entries(calls) as [CallName, Call<unknown, unknown>][]).filter(
  ([, { access }]) => sessionAccess.some((guarded) => guarded === access),
);
/** Whether the requests of this call contain a `userId`. */
function namesUser(name: CallName): boolean {
  const { querystring, body }: CallSchema = callSchemas[name];
  const parts: readonly { properties?: object }[] = [querystring ?? {}, body ?? {}];
  return parts.some(({ properties = {} }) => Object.hasOwn(properties, 'userId'));
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Other spellings of a path, one of each kind with which an attacker may try to avoid the check. */
function spellings(path: string): string[] {
  const end = ['', '/', '%2f', '%00', ';x', '/.'].map((added) => path + added);
  const start = ['/api//', '/api%2f', '/api/x/../', '//api/'];
  return [
    ...end,
    ...start.map((other) => path.replace('/api/', other)),
    path.toUpperCase(),
    path.replace('a', '%61'),
  ];
}

function assertRevealsNothing(answer: LightMyRequestResponse, what: string): void {
  assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, what);
  assert.equal(answer.body.includes(CANARY), false, what);
  const isPage = String(answer.headers['content-type']).startsWith('text/html');
  if (!isPage && answer.body !== '') assert.deepEqual(Object.keys(answer.json()), ['error'], what);
}

describe('guarded calls', () => {
  let admin: SignedIn;
  /** The admin's session, which was ended. */
  let ended: SignedIn;
  /** Headers that must not give access. */
  let credentials: Record<string, Record<string, string>>;
  const site = siteForSuite(createMailSite);
  before(async () => {
    const { storage } = site;
    await storage.inviters.put({ ...ANA, id: CANARY, username: CANARY });
    await storage.visits.record({ ...VIEW, inviterId: CANARY });
    admin = await signInAdmin(site);
    await storage.admins.add(ADMIN_WITHOUT_RIGHT, TEST_NOW);
    await storage.waitlist.join(`${CANARY}@example.com`, TEST_NOW);
    await storage.members.confirm(`${CANARY}@example.com`, TEST_NOW);

    ended = await signIn(site, ADMIN);
    await storage.sessions.end(hashToken(ended.token));
    const old = await signIn(site, ADMIN, TEST_NOW - SESSION_LIFETIME_MS);
    await storage.sessions.touch(hashToken(old.token), TEST_NOW);
    const idle = await signIn(site, ADMIN, TEST_NOW - SESSION_IDLE_MS);
    const hash = hashToken(admin.token).toString('base64url');
    credentials = {
      'no cookie': {},
      'an empty cookie': { cookie: '__Host-session=' },
      'a made-up token': { cookie: `__Host-session=${randomToken(256)}` },
      garbage: { cookie: "__Host-session=' OR 1=1; ;=;" },
      'the hash instead of the token': { cookie: `__Host-session=${hash}` },
      'a cookie with the name used without https': { cookie: `session=${admin.token}` },
      'the token in an Authorization header': { authorization: `Bearer ${admin.token}` },
      'a session that was ended': ended.headers,
      'a session that was idle for too long': idle.headers,
      'a session that is too old': old.headers,
    };
  });

  const statusOf = async (options: InjectOptions) => (await site.app.inject(options)).statusCode;
  /** Whether the guards let a request pass. What its handler then answers depends on the data. */
  const passes = async (options: InjectOptions) => ![401, 403].includes(await statusOf(options));

  for (const [name, call] of guarded) {
    const { method, access } = call;
    const url = pathTo(call, 'someone');
    const request = ({ userId, headers }: SignedIn): InjectOptions => {
      const values = { userId, inviter: CANARY, iosLink: null, androidLink: null, wave: 1 };
      const [{ query, body } = {}] = sampleRequests(name, values);
      const payload = body as object | undefined;
      return { method, url, headers, ...(query && { query }), ...(payload && { payload }) };
    };

    test(`${name} lets an admin pass, and answers 401 without a session`, async () => {
      assert.ok(await passes(request(admin)));
      for (const [what, headers] of Object.entries(credentials)) {
        const answer = await site.app.inject({ ...request(admin), headers });
        assert.equal(answer.statusCode, 401, what);
        assert.deepEqual(answer.json(), { error: 'Please sign in.' });
      }
    });

    if (namesUser(name)) {
      test(`${name} answers 403 to an admin with another user's id`, async () => {
        const stranger = await signIn(site, STRANGER);
        for (const userId of [
          stranger.userId,
          '',
          admin.userId.toLowerCase(),
          `${admin.userId} `,
        ]) {
          const answer = await site.app.inject(request({ ...admin, userId }));
          assert.equal(answer.statusCode, 403, userId);
          assert.equal(answer.json().error, 'The userId is not the id of the signed-in user.');
        }
      });
    }

    if (isForAdmins(access)) {
      test(`${name} answers 403 to a user who is not an admin, and to an admin who is removed while signed in`, async () => {
        const answer = await site.app.inject(request(await signIn(site, STRANGER)));
        assert.equal(answer.statusCode, 403);
        assert.deepEqual(answer.json(), { error: 'Access denied. You are not authorized.' });
        const removed = await signInAdmin(site, '+15550003333');
        assert.ok(await passes(request(removed)));
        await site.storage.admins.remove('+15550003333', TEST_NOW);
        assert.equal(await statusOf(request(removed)), 403);
      });
    }

    if (access === 'waitlist' || access === 'waitlist-fresh') {
      test(`${name} answers 403 to an admin without the right, and when it is withdrawn, also between the headers and the body`, async () => {
        const { setRight } = site.storage.admins;
        const asked = request(await signIn(site, ADMIN_WITHOUT_RIGHT));
        const isRefused = async (options = asked) => {
          const answer = await site.app.inject(options);
          assert.equal(answer.statusCode, 403);
          assert.match(answer.json().error, /^Only admins with the right to the waitlist may do/);
        };
        await isRefused();
        await setRight(ADMIN_WITHOUT_RIGHT, true, AUTHOR);
        assert.ok(await passes(asked));
        await setRight(ADMIN_WITHOUT_RIGHT, false, AUTHOR);
        await isRefused();
        if (!asked.payload) return;
        await setRight(ADMIN_WITHOUT_RIGHT, true, AUTHOR);
        const late = async function* () {
          await setRight(ADMIN_WITHOUT_RIGHT, false, AUTHOR);
          yield Buffer.from(JSON.stringify(asked.payload));
        };
        const headers = { ...asked.headers, 'content-type': 'application/json' };
        await isRefused({ ...asked, payload: Readable.from(late()), headers });
      });

      test(`${name} ${access === 'waitlist' ? 'does not need' : 'needs'} a code of the last 15 minutes`, async () => {
        const after = async (age: number) => request(await signIn(site, ADMIN, TEST_NOW - age));
        assert.ok(await passes(await after(FRESH_CODE_MS - 1)));
        for (const age of [FRESH_CODE_MS, SESSION_IDLE_MS - 1]) {
          if (access === 'waitlist') {
            assert.ok(await passes(await after(age)));
            continue;
          }
          const answer = await site.app.inject(await after(age));
          assert.equal(answer.statusCode, 403, `${age}`);
          assert.deepEqual(answer.json(), {
            error: 'Please enter a new code first: your last one is older than 15 minutes.',
            id: 'code-needed',
          });
        }
      });
    }

    test(`${name} reveals nothing to strangers by another spelling of its path, or another method`, async () => {
      // Every signed-in user may make a call with the access `session`.
      const strangers = isForAdmins(access) ? [ended, await signIn(site, STRANGER)] : [ended];
      for (const { userId, headers } of strangers) {
        for (const spelling of spellings(url)) {
          for (const method of methods) {
            const way = { method, url: spelling, query: { userId }, headers };
            const answer = await site.app.inject(way);
            assertRevealsNothing(answer, `${method} ${spelling} ${answer.statusCode}`);
          }
        }
      }
    });
  }

  test('verify-admin tells a signed-in user whether the number is an admin now, and an admin of the right, without another sign-in', async () => {
    const { method, path: url } = calls.verifyAdmin;
    const isAdmin = async ({ userId, headers }: SignedIn) =>
      (await site.app.inject({ method, url, headers, payload: { userId } })).json();
    assert.deepEqual(await isAdmin(await signIn(site, STRANGER)), { isAdmin: false });
    const other = await signInAdmin(site, '+15550004444', false);
    assert.deepEqual(await isAdmin(other), { isAdmin: true });
    await site.storage.admins.setRight('+15550004444', true, AUTHOR);
    assert.deepEqual(await isAdmin(other), { isAdmin: true, hasWaitlistRight: true });
    await site.storage.admins.remove('+15550004444', TEST_NOW);
    assert.deepEqual(await isAdmin(other), { isAdmin: false });
  });

  test('are not answered with HEAD, because an answer would read a whole list or never end', async () => {
    const { headers, userId } = admin;
    for (const [, { path: url, access }] of guarded) {
      if (!isForAdmins(access)) continue;
      const answer = await site.app.inject({ method: 'HEAD', url, query: { userId }, headers });
      assert.equal(answer.statusCode, 404, url);
    }
  });

  test('refuse a request with two user ids', async () => {
    const answer = await site.app.inject({
      url: `${calls.getAnalytics.path}?userId=${admin.userId}&userId=other`,
      headers: admin.headers,
    });
    assert.equal(answer.statusCode, 403);
  });
});
