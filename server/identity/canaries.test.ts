import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { fileOf, query, tablesOf } from '../../testing/databases/test-databases.ts';
import { type FakeTwilio, startFakeTwilio } from '../../testing/fakes/fake-twilio.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';
import { easyProof, TestBrowser } from '../../testing/test-browser.ts';
import { addFirstAdmins } from './first-admins.ts';

const ADMIN = '+15557654321';
const OTHER = '+15557654399';
/** The only tables that may contain phone numbers. */
const TABLES_WITH_NUMBERS = ['account', 'admin', 'audit', 'sign_in_code'];

/** All cells of each table. Bytes are returned as text and as hexadecimal digits. */
async function contentsOf({ databaseUrl }: TestApp): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const name of await tablesOf(databaseUrl)) {
    const rows = await query(databaseUrl, `SELECT * FROM "${name}"`);
    const cells = rows.flatMap((row) => Object.values(row));
    const texts = cells.map((cell) =>
      cell instanceof Uint8Array
        ? `${Buffer.from(cell).toString('hex')} ${Buffer.from(cell).toString('latin1')}`
        : String(cell),
    );
    contents.set(name, texts.join('\n'));
  }
  return contents;
}

/** A code must match a whole word, because its six digits can be a part of a hash by chance. */
function contains(contents: string, secret: string): boolean {
  return secret.length > 6 ? contents.includes(secret) : contents.split(/\W/).includes(secret);
}

/** Signs people in, with successes and failures. @returns the secrets that must not be stored or logged */
async function signPeopleIn(site: TestApp, twilio: FakeTwilio): Promise<string[]> {
  site.app.log.warn((await addFirstAdmins(site.storage, [ADMIN], TEST_NOW)) ?? 'All are admins.');
  site.app.log.warn((await addFirstAdmins(site.storage, [ADMIN, OTHER], TEST_NOW)) ?? '');

  const browser = new TestBrowser(site);
  const secrets: string[] = [];
  for (const phone of [ADMIN, OTHER, OTHER]) {
    const { verificationId } = (await browser.askForCode(phone)).json();
    const code = /^\d{6}/.exec(twilio.messages.at(-1)?.body ?? '')?.[0] ?? '';
    assert.match(code, /^\d{6}$/);
    secrets.push(verificationId, code, ...browser.cookies.values());
    if (phone === ADMIN) await browser.enterCode(verificationId, '000000');
    else await browser.enterCode(verificationId, code);
    secrets.push(...browser.cookies.values());
  }
  twilio.refuse({ status: 400, code: 21211, message: "The 'To' number {to} is not valid." });
  await browser.askForCode(OTHER);
  const payload = { phone: `${ADMIN}${OTHER}`, proof: await easyProof(site) };
  await site.app.inject({ method: 'POST', url: calls.sendCode.path, payload });
  await site.app.inject(`${calls.getAnalytics.path}?userId=${encodeURIComponent(ADMIN)}`);
  await site.app.inject(`/api/auth/nowhere/${encodeURIComponent(ADMIN)}`);
  return secrets;
}

test('numbers stay in their tables, codes, verification ids and tokens are neither stored nor logged, and no file of SQLite has any', async (t) => {
  const twilio = await startFakeTwilio();
  t.after(() => twilio.close());
  const budget = { perHour: 100, perDay: 100 };
  await using site = await createTestApp({
    identity: { provider: 'embedded', sender: twilio.account, recipients: 'anyone', budget },
    rateLimits: true,
  });
  const secrets = await signPeopleIn(site, twilio);
  const log = site.lines.join('\n');
  assert.match(log, /All are admins/);
  assert.match(log, /Twilio answered 400 with its error 21211/);
  assert.match(log, /Of the 2 numbers in ADMIN_PHONES, these are not admins: \+1••••••••99/);
  const tables = await contentsOf(site);
  assert.ok(tables.get('session') && tables.get('account')?.includes(OTHER));
  for (const [name, contents] of [...tables, ['the log', log] as const]) {
    if (!TABLES_WITH_NUMBERS.includes(name)) assert.doesNotMatch(contents, /555765/, name);
    assert.deepEqual(
      secrets.filter((secret) => contains(contents, secret)),
      [],
      name,
    );
  }
  const file = fileOf(site.databaseUrl);
  if (!file) return;
  const long = secrets.filter(({ length }) => length > 6);
  for (const name of readdirSync(dirname(file))) {
    const bytes: Buffer = readFileSync(join(dirname(file), name));
    assert.deepEqual(
      long.filter((secret) => bytes.includes(secret)),
      [],
      name,
    );
  }
});
