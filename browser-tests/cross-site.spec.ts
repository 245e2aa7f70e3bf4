import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { exportedAddresses } from '../testing/load/sign-up-load.ts';
import { askForCode } from '../testing/requests/code-over-http.ts';
import { startServer } from '../testing/server-process.ts';
import { test } from './site.ts';

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

test('a page of another site cannot change data of our site, even if the visitor is signed in on our site', async ({
  page,
  context,
  watch,
}) => {
  watch.allowComplaint(/./);
  const server = await startServer({ env: { RATE_LIMITS: 'off' } });
  const { browser, verificationId, code } = await askForCode(server, '+15550001111');
  const { userId } = JSON.parse((await browser.call(calls.signIn, { verificationId, code })).body);
  const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, url: server.url }));
  await context.addCookies(
    cookies.map((cookie) => ({ ...cookie, httpOnly: true, sameSite: 'Strict' })),
  );
  const elsewhere = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(hostilePage(server.url));
  }).listen(0);
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;

  // A different host name is a different site, even on the same machine.
  await page.goto(`http://localhost:${port}/`);
  const answers = await page.evaluate<string[]>('attack()');
  expect(answers).not.toContain('cors');

  await page.goto(server.url);
  const session = await page.evaluate<{ userId: string | null }>(
    `fetch('${calls.getSession.path}').then((answer) => answer.json())`,
  );
  expect(session.userId).toBe(userId);
  expect(await exportedAddresses(server.databaseUrl)).toEqual([]);
  elsewhere.close();
  await server.stop();
});
