import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { exportedAddresses } from '../testing/load/site-load.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { solve } from '../testing/test-browser.ts';
import { test as base } from './site.ts';

const EMAIL = 'cross-site@example.org';

/** A page of another site that sends calls to `target` with beacons, fetch and a form. */
function hostilePage(target: string): string {
  const writes = [
    [calls.joinWaitlist.path, { email: EMAIL }],
    [calls.signOut.path, {}],
    [calls.verifyAdmin.path, { userId: 'x' }],
  ];
  return `<!doctype html><title>Elsewhere</title>
    <iframe name="out"></iframe>
    <form method="post" target="out" enctype="text/plain" action="${target}${calls.joinWaitlist.path}">
      <input name='{"email":"${EMAIL}","x":"' value='"}'>
    </form>
    <script>
      window.attack = async () => {
        const answers = [];
        for (const [path, body] of ${JSON.stringify(writes)}) {
          const text = JSON.stringify(body);
          navigator.sendBeacon('${target}' + path, text);
          navigator.sendBeacon('${target}' + path, new Blob([text], { type: 'application/json' }));
          for (const method of ['POST', 'DELETE']) {
            for (const mode of ['no-cors', 'cors']) {
              const options = { method, mode, body: text, credentials: 'include' };
              const headers = mode === 'cors' ? { 'content-type': 'application/json' } : {};
              const request = fetch('${target}' + path, { ...options, headers });
              answers.push(await request.then(({ type }) => type, () => 'refused'));
            }
          }
        }
        const framed = new Promise((resolve) => (document.querySelector('iframe').onload = resolve));
        document.querySelector('form').submit();
        await framed;
        return answers;
      };
    </script>`;
}

/** A server of this test alone, and the address of a page of another site that attacks it. */
const test = base.extend<{ server: ServerProcess; elsewhere: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
  server: async ({}, use) => {
    const server = await startServer({ env: { RATE_LIMITS: 'off' } });
    await use(server);
    await server.stop();
  },

  elsewhere: async ({ server }, use) => {
    const elsewhere = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(hostilePage(server.url));
    }).listen(0);
    await once(elsewhere, 'listening');
    // A different host name is a different site, even on the same machine.
    await use(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`);
    elsewhere.closeAllConnections();
    elsewhere.close();
  },
});

test('a page of another site cannot change data of our site, even if the visitor is signed in on our site', async ({
  page,
  server,
  elsewhere,
  watch,
}) => {
  watch.allowComplaint(/./);
  const PHONE = '+15550001111';
  const challenge = await page.request.get(server.url + calls.getChallenge.path);
  const data = { phone: PHONE, proof: await solve(await challenge.json()) };
  const asked = await page.request.post(server.url + calls.sendCode.path, { data });
  const { verificationId } = await asked.json();
  const code = server.log.join().split(`code for ${PHONE}: `)[1]?.slice(0, 6);
  await page.goto(server.url);
  // The browser itself signs in, so that its session's cookie has the attributes that the server sets.
  const { userId } = await page.evaluate(
    async ({ path, body }) => {
      const headers = { 'content-type': 'application/json' };
      return await (await fetch(path, { method: 'POST', headers, body })).json();
    },
    { path: calls.signIn.path, body: JSON.stringify({ verificationId, code }) },
  );

  await page.goto(elsewhere);
  const answers = await page.evaluate<string[]>('attack()');
  expect(answers).not.toContain('cors');

  await page.goto(server.url);
  const session = await page.evaluate<{ userId: string | null }>(
    `fetch('${calls.getSession.path}').then((answer) => answer.json())`,
  );
  expect(session.userId).toBe(userId);
  expect(await exportedAddresses(server.databaseUrl)).toEqual([]);
});
