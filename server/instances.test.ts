import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { calls } from '../contract/calls.ts';
import { createPostgresDatabase } from '../testing/databases/postgres-test-engine.ts';
import { keptDatabase } from '../testing/databases/test-databases.ts';
import type { TestDatabase } from '../testing/databases/test-engine.ts';
import { ADMIN, type SignedIn, signIn } from '../testing/signed-in.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../testing/test-app.ts';
import { codeInLog, TestBrowser } from '../testing/test-browser.ts';

describe('two instances of the site on one database', () => {
  let database: TestDatabase;
  let here: TestApp;
  let there: TestApp;
  before(async () => {
    database = await createPostgresDatabase();
    const shared = keptDatabase(database.url);
    [here, there] = await Promise.all([createTestApp({}, shared), createTestApp({}, shared)]);
  });
  beforeEach(() => here.storage.admins.add(ADMIN, TEST_NOW));
  after(async () => {
    await Promise.all([here.close(), there.close()]);
    await database.remove();
  });

  /** @returns a browser with the same cookies, whose requests go to the other instance */
  function moved(browser: TestBrowser, to: TestApp): TestBrowser {
    const same = new TestBrowser(to);
    for (const [name, value] of browser.cookies) same.cookies.set(name, value);
    return same;
  }

  const askForFigures = async ({ app }: TestApp, { userId, headers }: SignedIn) =>
    (await app.inject({ url: calls.getAnalytics.path, query: { userId }, headers })).statusCode;

  test('a session of one instance is valid on the other, and a sign-out on one ends it on both', async () => {
    const admin = await signIn(here, ADMIN);
    assert.equal(await askForFigures(there, admin), 200);
    const { method, path: url } = calls.signOut;
    await there.app.inject({ method, url, headers: admin.headers });
    assert.equal(await askForFigures(here, admin), 401);
  });

  test('a code that was requested on one instance can be used once on the other', async () => {
    const browser = new TestBrowser(here);
    const { verificationId } = (await browser.askForCode(ADMIN)).json();
    const code = codeInLog(here, ADMIN);
    const enter = (to: TestApp) => moved(browser, to).enterCode(verificationId, code);
    assert.equal((await enter(there)).statusCode, 200);
    assert.equal((await enter(here)).statusCode, 401);
  });
});
