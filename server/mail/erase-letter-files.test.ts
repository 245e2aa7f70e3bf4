import assert from 'node:assert/strict';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { eraseLetterFiles } from './erase-letter-files.ts';

test('removals at the same time, and while letters get their final names, leave no letter and do not fail', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-letters-'));
  t.after(() => rm(folder, { recursive: true }));
  const names = Array.from({ length: 60 }, (_, n) => String(n));
  for (const name of names) {
    await writeFile(join(folder, `.${name}.unfinished`), 'To: ana@example.com\r\n\r\nHello');
  }
  const removals = Array.from({ length: 4 }, () => eraseLetterFiles('ana@example.com', folder));
  for (const name of names) {
    // A removed letter gets no final name.
    await rename(join(folder, `.${name}.unfinished`), join(folder, `${name}.eml`)).catch(() => {});
  }
  await Promise.all(removals);
  assert.deepEqual(await readdir(folder), []);
});
