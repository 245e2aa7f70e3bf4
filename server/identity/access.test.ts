// Long because it tests each guarded call with every kind of credentials, spelling and method.

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { before, beforeEach, describe, test } from 'node:test';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Call, type CallName, callSchemas, calls } from '../../contract/calls.ts';
import { FRESH_CODE_MS, SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../contract/identity.ts';
import { mailingKinds } from '../../contract/mailings.ts';
import type { CallSchema } from '../../contract/schemas/call-schema.ts';
import { pathTo } from '../../contract/screens.ts';
import { query } from '../../testing/databases/test-databases.ts';
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

/** Other spellings of a path, with which an attacker may try to avoid the check. */
function spellings(path: string): string[] {
  const [, api, rest] = /^\/(api)\/(.*)$/.exec(path) ?? [];
  return [
    path,
    `${path}/`,
    `${path}//`,
    `${path}%2f`,
    `${path}%00`,
    `${path};x`,
    `${path}.json`,
    `${path}/.`,
    `/${path}`,
    `/${api}//${rest}`,
    `/${api}%2f${rest}`,
    `/${api}/./${rest}`,
    `/${api}/x/../${rest}`,
    path.toUpperCase(),
    path.replace('a', '%61'),
    path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
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
    await storage.inviteEvents.visit({ ...VIEW, inviterId: CANARY });
    admin = await signInAdmin(site);
    await storage.admins.add(ADMIN_WITHOUT_RIGHT, TEST_NOW);
    await storage.availability.change({ ios: 'paused' }, AUTHOR);
    await storage.waitlist.join(`${CANARY}@example.com`, TEST_NOW);
    await storage.members.confirm(`${CANARY}@example.com`, TEST_NOW);
    await storage.members.choosePhone(`${CANARY}@example.com`, 'iphone');
    // Has not confirmed, and joined after each mailing.
    await storage.waitlist.join('later@example.com', TEST_NOW + 2);

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
  // An older wave, and a person whom the next wave takes; a mailing of one letter, which has not ended before each act on
  // it; and for calls about the deletion, the launch letter.
  beforeEach(async ({ name }) => {
    const endedAt = name.startsWith('sendMailing') ? 1 : 'NULL';
    const kind = mailingKinds.indexOf(name.includes('Deletion') ? 'launch' : 'everybody');
    for (const statement of [
      'DELETE FROM letter WHERE mailing IS NOT NULL',
      'DELETE FROM mailing',
      `INSERT INTO mailing (id, at, kind, subject, words, people, starts_at, ended_at, launch)
        VALUES (1, ${TEST_NOW + 1}, ${kind}, 'One', 'Two', 1, 0, ${endedAt}, 1)`,
      `INSERT INTO letter (id, mailing, email, mailbox, state, attempts, due_at, at, since)
        VALUES (1, 1, '${CANARY}@example.com', '', 4, 0, 0, 0, 0)`,
    ])
      await query(site.databaseUrl, statement);
    await query(site.databaseUrl, 'UPDATE letters_begun SET unconfirmed_asked_at = NULL');
    await query(site.databaseUrl, 'DELETE FROM launch');
    await query(
      site.databaseUrl,
      `INSERT INTO launch (id, platforms, at, day)
        SELECT 1, 1, ${TEST_NOW + 1}, 0 WHERE ${name.includes('Deletion')}`,
    );
    await query(site.databaseUrl, 'DELETE FROM wave');
    await query(site.databaseUrl, 'UPDATE waitlist SET state = 0, wave = NULL');
    await query(site.databaseUrl, 'INSERT INTO wave (id, at, people, back) VALUES (1, 0, 1, 0)');
    // What the samples of these calls say that the admin has seen: one waiting letter, one person, and one change.
    if (/^(resume|end)Mailing/.test(name))
      await query(site.databaseUrl, 'UPDATE letter SET state = 0 WHERE mailing = 1');
    if (name.startsWith('undoWave'))
      await query(
        site.databaseUrl,
        `UPDATE waitlist SET state = 1, wave = 1 WHERE email LIKE '${CANARY}%'`,
      );
    if (/^(change|undo)Availability/.test(name)) {
      await query(site.databaseUrl, 'DELETE FROM app_state');
      await site.storage.availability.change({ ios: 'paused' }, AUTHOR);
    }
  });

  const ask = (options: InjectOptions) => site.app.inject({ ...options, payloadAsStream: true });

  for (const [name, call] of guarded) {
    const { method, access } = call;
    const url = pathTo(call, 'someone');
    const request = (userId: string): InjectOptions => {
      const values = { userId, inviter: CANARY, iosLink: null, androidLink: null, wave: 1 };
      const [sample] = sampleRequests(name, values);
      assert.ok(sample);
      const { query, body } = sample;
      return { ...(query && { query }), ...(body !== undefined && { payload: body as object }) };
    };

    test(`${name} answers an admin, and forbids caching`, async () => {
      const answer = await ask({
        method,
        url,
        ...request(admin.userId),
        headers: admin.headers,
      });
      if (answer.statusCode !== 200) assert.fail(await text(answer.stream()));
      assert.equal(answer.headers['cache-control'], 'no-store');
      answer.stream().destroy();
    });

    test(`${name} answers 401 without a session`, async () => {
      for (const [what, headers] of Object.entries(credentials)) {
        const answer = await site.app.inject({ method, url, ...request(admin.userId), headers });
        assert.equal(answer.statusCode, 401, what);
        assert.deepEqual(answer.json(), { error: 'Please sign in.' });
        assert.equal(answer.headers['cache-control'], 'no-store');
      }
    });

    if (namesUser(name)) {
      test(`${name} answers 403 to an admin with another user's id`, async () => {
        const stranger = await signIn(site, STRANGER);
        const others = [stranger.userId, '', admin.userId.toLowerCase(), `${admin.userId} `];
        for (const userId of others) {
          const call = { method, url, ...request(userId), headers: admin.headers };
          const answer = await site.app.inject(call);
          assert.equal(answer.statusCode, 403, userId);
          assert.equal(answer.json().error, 'The userId is not the id of the signed-in user.');
        }
      });
    }

    if (isForAdmins(access)) {
      test(`${name} answers 403 to a user who is not an admin`, async () => {
        const { userId, headers } = await signIn(site, STRANGER);
        const answer = await site.app.inject({ method, url, ...request(userId), headers });
        assert.equal(answer.statusCode, 403);
        assert.deepEqual(answer.json(), { error: 'Access denied. You are not authorized.' });
      });

      test(`${name} answers 403 to an admin who is removed while signed in`, async () => {
        const { userId, headers } = await signInAdmin(site, '+15550003333');
        const call = { method, url, ...request(userId), headers };
        const allowed = await ask(call);
        allowed.stream().destroy();
        assert.equal(allowed.statusCode, 200);
        await site.storage.admins.remove('+15550003333', TEST_NOW);
        assert.equal((await site.app.inject(call)).statusCode, 403);
      });
    }

    if (access === 'waitlist' || access === 'waitlist-fresh') {
      test(`${name} answers 403 to an admin without the right, and when it is withdrawn meanwhile`, async () => {
        const { userId, headers } = await signIn(site, ADMIN_WITHOUT_RIGHT);
        const call = { method, url, ...request(userId), headers };
        const answer = await site.app.inject(call);
        assert.equal(answer.statusCode, 403);
        assert.match(
          answer.json().error,
          /^Only admins with the right to the waitlist may do this/,
        );
        await site.storage.admins.setRight(ADMIN_WITHOUT_RIGHT, true, AUTHOR);
        assert.equal((await site.app.inject(call)).statusCode, 200);
        await site.storage.admins.setRight(ADMIN_WITHOUT_RIGHT, false, AUTHOR);
        assert.equal((await site.app.inject(call)).statusCode, 403);
      });

      if ('body' in callSchemas[name]) {
        test(`${name} answers 403 to an admin who loses the right between the headers and the body`, async () => {
          const { storage } = site;
          await storage.admins.setRight(ADMIN_WITHOUT_RIGHT, true, AUTHOR);
          const { userId, headers } = await signIn(site, ADMIN_WITHOUT_RIGHT);
          const { payload } = request(userId);
          const late = async function* () {
            await storage.admins.setRight(ADMIN_WITHOUT_RIGHT, false, AUTHOR);
            yield Buffer.from(JSON.stringify(payload));
          };
          const { id } = await storage.availability.read();
          const answer = await site.app.inject({
            method,
            url,
            payload: Readable.from(late()),
            headers: { ...headers, 'content-type': 'application/json' },
          });
          assert.equal(answer.statusCode, 403);
          assert.match(answer.json().error, /^Only admins with the right/);
          assert.equal((await storage.availability.read()).id, id);
        });
      }

      test(`${name} ${access === 'waitlist' ? 'does not need' : 'needs'} a code of the last 15 minutes`, async () => {
        const statusAfter = async (age: number) => {
          const { userId, headers } = await signIn(site, ADMIN, TEST_NOW - age);
          return await site.app.inject({ method, url, ...request(userId), headers });
        };
        assert.equal((await statusAfter(FRESH_CODE_MS - 1)).statusCode, 200);
        for (const age of [FRESH_CODE_MS, SESSION_IDLE_MS - 1]) {
          const answer = await statusAfter(age);
          if (access === 'waitlist') {
            assert.equal(answer.statusCode, 200);
            continue;
          }
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
