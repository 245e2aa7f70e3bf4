import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { analyticsScreen, test as base } from './analytics-site.ts';
import { countOnWaitlist } from './waitlist.ts';

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

/** The address of a page of another site that attacks the site. */
const test = base.extend<{ elsewhere: string }>({
  elsewhere: async ({ site }, use) => {
    const elsewhere = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(hostilePage(site.url));
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
  analyticsSite,
  adminPhone,
  elsewhere,
  watch,
}) => {
  watch.allowComplaint(/./);
  const session = () =>
    page.evaluate<{ userId: string | null }>(
      `fetch('${calls.getSession.path}').then((answer) => answer.json())`,
    );
  // By the form, so that the session's cookie has the attributes that the server sets.
  const { phone, code, heading } = analyticsScreen(page);
  await page.goto(ANALYTICS_PATH);
  await phone.fill(adminPhone);
  await phone.press('Enter');
  await code.fill(await analyticsSite.codeFor(adminPhone));
  await code.press('Enter');
  await expect(heading).toBeVisible();
  const before = await session();
  expect(before.userId).toBeTruthy();

  await page.goto(elsewhere);
  const answers = await page.evaluate<string[]>('attack()');
  expect(answers).not.toContain('cors');

  await page.goto(analyticsSite.url);
  expect(await session()).toEqual(before);
  expect(await countOnWaitlist(analyticsSite, EMAIL)).toBe(0);
});
