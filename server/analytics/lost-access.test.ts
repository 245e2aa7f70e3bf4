import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { MAX_INVITER_ID_CHARACTERS, MAX_NAME_CHARACTERS } from '../../contract/inviters.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { ADMIN, type SignedIn, signInAdmin } from '../../testing/signed-in.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';

/** So many rows, of 500 bytes each, exceed the buffers between the server and a client that does not read. */
const INVITERS = 40_000;
/** How many rows one statement stores. On a slow machine, one statement for all rows would exceed the timeout. */
const AT_ONCE = 500;

describe('a download', () => {
  let admin: SignedIn;
  const site = siteForSuite(createTestApp);
  before(async () => {
    for (let from = 0; from < INVITERS; from += AT_ONCE) {
      const ids = Array.from({ length: AT_ONCE }, (_, n) =>
        String(from + n).padEnd(MAX_INVITER_ID_CHARACTERS, 'x'),
      );
      const username = '名'.repeat(MAX_NAME_CHARACTERS);
      await site.storage.inviters.putAll(ids.map((id) => ({ ...ANA, id, username })));
      await site.storage.appInvites.report(
        ids.map((id) => ({ inviteId: id, inviterId: id, action: 'sent', at: TEST_NOW })),
      );
    }
    await site.listen();
  });
  beforeEach(async () => {
    admin = await signInAdmin(site, ADMIN, false);
  });

  async function download({ path }: { path: string }): Promise<IncomingMessage> {
    const { port } = site.app.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}${path}?userId=${admin.userId}`;
    const [response] = await once(get(url, { headers: admin.headers }), 'response');
    assert.equal(response.statusCode, 200);
    return response;
  }

  for (const call of [calls.getAnalyticsCsv, calls.getAnalytics]) {
    test(`of ${call.path} is aborted when its admin signs out`, async () => {
      const response = await download(call);
      const { method, path: url } = calls.signOut;
      await site.app.inject({ method, url, headers: admin.headers });
      await assert.rejects(text(response), { code: 'ECONNRESET' });
    });

    test(`of ${call.path} is aborted when its admin is removed`, async () => {
      const response = await download(call);
      await site.storage.admins.remove(ADMIN, TEST_NOW);
      await assert.rejects(text(response), { code: 'ECONNRESET' });
    });
  }
});
