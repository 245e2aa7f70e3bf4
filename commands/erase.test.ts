import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { LETTER_FILES_FOLDER } from '../server/settings/mail-settings.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { refusalOf } from '../testing/command-refusal.ts';
import { storageForEachTest } from '../testing/databases/test-storage.ts';
import { runProgram } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { addErase } from './erase.ts';

const NOON = Date.UTC(2025, 5, 14, 12);

/** The storage stays open, as that of a running server does. */
describe('./site erase waitlist, while a server runs,', () => {
  const opened = storageForEachTest();
  const folder = temporaryFolder();

  const erase = (email: string) =>
    runProgram(['erase', 'waitlist', email], { DATABASE_URL: opened.url }, folder);
  const addresses = async () =>
    (await Array.fromAsync(opened.storage.waitlist.entries())).map(({ email }) => email);

  test('removes an address in upper or lower case, and no other', async () => {
    for (const email of ['ana@example.com', 'zoe@example.com']) {
      await opened.storage.waitlist.join(email, NOON);
    }
    assert.deepEqual(await erase(' Zoe@EXAMPLE.com'), {
      code: 0,
      stdout: 'zoe@example.com is erased from the waitlist.\n',
      stderr: '',
    });
    assert.deepEqual(await addresses(), ['ana@example.com']);
  });

  test('reports an address that is not on the list, and an invalid address', async () => {
    const absent = await erase('ana@example.com');
    assert.equal(absent.code, 1);
    assert.equal(absent.stdout, 'ana@example.com is not on the waitlist.\n');
    const nonsense = await refusalOf(addErase, ['erase', 'waitlist', 'ana'], {});
    assert.equal(nonsense, "'ana' is not an email address.");
  });

  test('names the folder of letters that were only written to files', async () => {
    makeFolder(join(folder, LETTER_FILES_FOLDER));
    await opened.storage.waitlist.join('ana@example.com', NOON);
    assert.match((await erase('ana@example.com')).stdout, /stay in data\/letters: delete them/);
  });
});
