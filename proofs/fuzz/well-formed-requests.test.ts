import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathTo } from '../../contract/calls.ts';
import { WAITING_LETTERS } from '../../testing/letters-site.ts';
import { startServer } from '../../testing/server-process.ts';
import { prepareCredentials } from './fuzz-credentials.ts';
import { wellFormedRequests } from './well-formed-requests.ts';

const KEY = 'a-key-of-the-back-end-for-every-call';
/**
 * Calls whose requests may be refused. `joinWaitlist` has already used up the proof of work that `sendCode` sends, and
 * one request of `signIn` has a token of Firebase.
 */
const REFUSED = ['sendCode', 'signIn'];

test('the requests that the proofs alter are valid, and their credentials are accepted', async () => {
  await using server = await startServer({ env: { APP_API_KEYS: KEY, ...WAITING_LETTERS } });
  const credentials = await prepareCredentials(server, { key: KEY, https: false }, 1);
  const { cookie } = credentials;
  for (const [name, requests] of wellFormedRequests(credentials)) {
    for (const { method, query, body, ...request } of requests) {
      const id = name === 'leaveWaitlist' ? credentials.letters[0]?.leave : 'someone';
      const url = `${server.url}${pathTo(request, id ?? '')}?${new URLSearchParams(query)}`;
      const headers = { cookie, authorization: `Bearer ${KEY}`, ...request.headers };
      const answer = await fetch(url, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const isKnown = REFUSED.includes(name) || [200, 404].includes(answer.status);
      assert.ok(isKnown, `${name} was answered ${answer.status}.`);
      // The live stream never ends.
      await answer.body?.cancel();
    }
  }
});
