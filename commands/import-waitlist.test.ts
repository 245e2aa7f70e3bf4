import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase, openTestStorage } from '../testing/databases/test-databases.ts';
import type { TestDatabase } from '../testing/databases/test-engine.ts';
import { NOON } from '../testing/databases/test-invites.ts';
import { runProgram } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

describe('./site import waitlist', () => {
  let database: TestDatabase;
  const folder = temporaryFolder();
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.remove());

  async function run(content: string, ...options: string[]) {
    const file = join(folder, 'list.csv');
    await writeFile(file, content);
    const env = { DATABASE_URL: database.url };
    const { code, stdout, stderr } = await runProgram(
      ['import', 'waitlist', file, ...options],
      env,
    );
    return { code, said: `${stdout}${stderr}` };
  }

  test('says how many people are new, and adds them only with that number, in the order in which they confirmed', async () => {
    const list = `email,joined_at,confirmed_at,phone
 Ben@Ben.example ,2026-01-03T10:00:00Z,,
ana@ana.example,2026-01-04T10:00:00+02:00,2026-01-04T10:00:00Z,android
cy@cy.example,2026-01-01T10:00:00Z,,
ana@ana.example,2026-01-02T10:00:00+02:00,,
ben@ben.example,,2026-01-05T10:00:00Z,
`;
    const dry = await run(list);
    assert.match(dry.said, /^New: 3, of whom 2 have confirmed\. .* Repeated in the file: 2\. /);
    assert.match(dry.said, /Nothing was changed\. .* --people 3\n$/);
    assert.equal(dry.code, 0);
    const wrong = await run(list, '--people', '4');
    assert.match(wrong.said, /because 3 people are new, not 4/);
    assert.equal(wrong.code, 1);
    assert.match((await run(list, '--people', '3')).said, /Added: 3\./);
    assert.match((await run(list)).said, /New: 0, .* On the list already: 3\./);
    await using storage = await openTestStorage(database.url);
    const all = await Array.fromAsync(storage.waitlist.entries());
    assert.deepEqual(
      all.map(({ email, joinedAt, position, member }) =>
        [email, new Date(joinedAt).toISOString().slice(0, 13), position, member?.phone].join(' '),
      ),
      [
        'ana@ana.example 2026-01-02T08 1 android',
        'ben@ben.example 2026-01-03T10 2 ',
        'cy@cy.example 2026-01-01T10  ',
      ],
    );
  });

  test('names each row that it refuses, and adds the others', async () => {
    const { code, said } = await run(
      `email,joined_at,confirmed_at,phone
no address,,,
dan@dan.example,yesterday,,
eve@eve.example,2999-01-01T00:00:00Z,,
eli@eli.example,1969-12-31T23:59:59Z,,
fay@fay.example,2026-02-01T00:00:00Z,2026-01-01T00:00:00Z,
,2026-02-01T00:00:00Z,,
hal@hal.example,,,iphone
ida@ida.example,,2026-01-01T00:00:00Z,nokia
gus@gus.example,,,
`,
      '--people',
      '1',
    );
    assert.equal(code, 1);
    assert.match(
      said,
      /^Line 5: The field "joined_at" must be a time after 1969, and is 1969-12-31T23:59:59Z\.$/m,
    );
    for (const line of [2, 3, 4, 5, 6, 7, 8, 9])
      assert.match(said, new RegExp(`^Line ${line}: .+\\.$`, 'm'));
    assert.match(said, /New: 1, .* Refused: 8\.\nAdded: 1\./);
    for (const content of ['email\n', 'email,name\nx@x.example,X\n', ''])
      assert.equal((await run(content)).code, 1, content);
  });

  test('reads an export of the site again, address by address, and leaves every count right', async () => {
    const addresses = ['=cmd', "'=cmd", "''=cmd", "'ana", '+a', '-b;=c', 'plain'].map(
      (name) => `${name}@x.example`,
    );
    const [one, other] = [await createTestDatabase(), await createTestDatabase()];
    const exported = async ({ url }: TestDatabase) =>
      (await runProgram(['export', 'waitlist'], { DATABASE_URL: url })).stdout;
    {
      await using storage = await openTestStorage(one.url);
      for (const [n, email] of addresses.entries()) await storage.waitlist.join(email, NOON + n);
      for (const email of addresses.slice(1)) await storage.members.confirm(email, NOON + 9);
      await storage.members.choosePhone(addresses[1] ?? '', 'android');
    }
    {
      await using storage = await openTestStorage(other.url);
      await storage.retention.run(NOON);
    }
    const file = join(folder, 'export.csv');
    await writeFile(file, await exported(one));
    const env = { DATABASE_URL: other.url };
    const { stdout } = await runProgram(['import', 'waitlist', file, '--people', '7'], env);
    assert.match(stdout, /\nAdded: 7\. /);
    const withoutRequests = (csv: string) => csv.replaceAll(/Z",\d+,/g, 'Z",');
    assert.equal(withoutRequests(await exported(other)), withoutRequests(await exported(one)));
    assert.match((await runProgram(['recount'], env)).stdout, /^All counters equal/);
    await Promise.all([one.remove(), other.remove()]);
  });
});
