import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { writeLetter } from '../server/mail/mail-transport.ts';
import { LETTER_FILES_FOLDER } from '../server/settings/mail-settings.ts';
import { openStorage } from '../storage/open.ts';
import { createTestDatabase } from '../testing/databases/test-databases.ts';
import type { TestDatabase } from '../testing/databases/test-engine.ts';
import { PROGRAM } from '../testing/server-process.ts';

const ADDRESSES = [
  'ana@example.com',
  'ana.b@example.com',
  '名前@xn--r8jz45g.jp',
  '"a;b"@example.com',
];

describe('erase waitlist, on a site that writes letters to files,', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    await (await openStorage(database.url, 'server')).close();
    folder = await mkdtemp(join(tmpdir(), 'impromptu-test-'));
    for (const to of ADDRESSES) await write(to);
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await database.remove();
  });

  const letters = () => readdirSync(join(folder, LETTER_FILES_FOLDER));

  function write(to: string): Promise<string> {
    const text = 'To: ana@example.com, and other people';
    return writeLetter(
      join(folder, LETTER_FILES_FOLDER),
      { to, subject: 'To: ana', html: text, text, messageId: '<1@x>', headers: {} },
      { name: 'To: ana', address: 'letters@example.com' },
    );
  }

  const erase = (email: string) =>
    promisify(execFile)(PROGRAM, ['erase', 'waitlist', email], {
      cwd: folder,
      env: { DATABASE_URL: database.url },
    }).then(({ stdout }) => stdout);

  test('removes the files of the address, and no others', async () => {
    await write('ana@example.com');
    const unfinished = join(folder, LETTER_FILES_FOLDER, '.1.unfinished');
    await writeFile(unfinished, 'To: ana@example.com\r\nSubject: He');
    assert.equal(letters().length, 11);
    for (const [n, email] of ADDRESSES.entries()) {
      assert.equal(await erase(email), `${email} is erased from the waitlist.\n`);
      assert.equal(letters().length, 2 * (3 - n));
    }
  });

  test('removes no file if no letter was written to the address', async () => {
    await assert.rejects(erase('an@example.com'), { stdout: /is not on the waitlist/ });
    assert.equal(letters().length, 8);
  });
});
