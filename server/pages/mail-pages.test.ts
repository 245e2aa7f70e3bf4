import assert from 'node:assert/strict';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultAvailability } from '../../contract/availability.ts';
import { calls } from '../../contract/calls.ts';
import { caseOf, type PageName } from '../../contract/page-parts.ts';
import { listedScreens, pathTo, WAITLIST_PATH } from '../../contract/screens.ts';
import { createTestDatabase } from '../../testing/databases/test-databases.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createTestApp, TEST_NOW, TEST_PUBLIC_URL, type TestApp } from '../../testing/test-app.ts';
import { readLetterTemplates } from '../letters/compose-letter.ts';
import { readBuild } from './build.ts';
import { fill } from './page.ts';

/** @returns each listed page and the page of letters as the build has them, with their slots filled */
function builtPages({ build }: TestApp, letters: 'letters' | 'no-letters') {
  const slots = {
    year: String(new Date(TEST_NOW).getUTCFullYear()),
    publicUrl: TEST_PUBLIC_URL,
    app: defaultAvailability,
  };
  const names = { ...listedScreens, waitlist: WAITLIST_PATH };
  return Object.entries(names).map(([name, path]) => {
    const template = build.page(name as PageName, [caseOf(defaultAvailability), letters]);
    return [path, fill(template, slots)] as const;
  });
}

test('a site without letters serves the pages of the build, with only the slots filled', async () => {
  await using site = await createTestApp();
  for (const [path, html] of builtPages(site, 'no-letters')) {
    if (path === WAITLIST_PATH) continue;
    const { body } = await site.app.inject(path);
    assert.equal(body, html, path);
    assert.doesNotMatch(body, /data-letters|#letters|\{\{/, path);
  }
  assert.equal((await site.app.inject(WAITLIST_PATH)).statusCode, 404);
});

test('a site with letters also has the page /waitlist, and only / and /privacy differ', async () => {
  await using site = await createMailSite();
  const without = new Map(builtPages(site, 'no-letters'));
  const differ: string[] = [];
  for (const [path, html] of builtPages(site, 'letters')) {
    const { statusCode, body } = await site.app.inject(path);
    assert.equal(statusCode, 200);
    assert.equal(body, html, path);
    if (without.get(path) !== body) differ.push(path);
  }
  assert.deepEqual(differ, ['/', '/privacy']);
  const { headers } = await site.app.inject(`${WAITLIST_PATH}/`);
  assert.equal(headers.location, WAITLIST_PATH);
});

test('after letters are turned off, the links of letters that were sent still work', async () => {
  const database = await createTestDatabase();
  const sending = await createMailSite({}, database);
  await sending.storage.waitlist.join('ana@example.com', TEST_NOW, { via: undefined });
  const leave = pathTo(calls.leaveWaitlist, sending.tokens.make('leave', 'ana@example.com'));
  const confirm = sending.tokens.make('confirm', 'ana@example.com');
  await sending.app.close();
  await sending.storage.close();
  await using site = await createTestApp({}, database);
  const post = (url: string, payload?: object) =>
    site.app.inject({ method: 'POST', url, ...(payload && { payload }) });
  assert.equal((await site.app.inject(WAITLIST_PATH)).statusCode, 200);
  assert.equal((await post(calls.getPosition.path, { token: confirm })).json().state, 'asked');
  assert.equal((await post(leave)).body, '{"left":true}');
  assert.deepEqual(await Array.fromAsync(site.storage.waitlist.entries()), []);
  const home = await site.app.inject('/');
  assert.equal(home.body, new Map(builtPages(site, 'no-letters')).get('/'));
});

test('a build of another version is refused in one sentence, also one without a kind of letter', async () => {
  const folder = temporaryFolder();
  await cp(join(import.meta.dirname, '..', '..', 'dist'), folder, { recursive: true });
  await readBuild(folder);
  const { position: _, ...templates } = await readLetterTemplates(folder);
  await writeFile(join(folder, 'mail.json'), JSON.stringify(templates));
  await assert.rejects(
    readLetterTemplates(folder),
    /^StartRefusal: The build is of .* no letter 'position'\. Run/,
  );
  await rm(join(folder, 'page-parts.json'));
  await assert.rejects(
    readBuild(folder),
    /^StartRefusal: The build .* it has no page-parts\.json\. Run/,
  );
});
