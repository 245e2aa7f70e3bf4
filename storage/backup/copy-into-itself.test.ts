import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentWatch } from '../../testing/databases/test-moves.ts';
import { openStorage } from '../open.ts';
import { copyDatabase } from './copy.ts';

test('a copy of a file into itself is refused, also under another name of the file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'site.db');
  await (await openStorage(`file:${file}`, 'server')).close();
  await symlink(file, join(folder, 'link.db'));
  const refused: Record<string, RegExp> = {
    'site.db': /^A database cannot be copied into itself\.$/,
    './site.db': /^A database cannot be copied into itself\.$/,
    'link.db': /^A server or another command uses .*link\.db/,
  };
  for (const [name, message] of Object.entries(refused)) {
    await assert.rejects(copyDatabase(`file:${file}`, `file:${folder}/${name}`, silentWatch()), {
      name: 'StorageRefusal',
      message,
    });
  }
});
