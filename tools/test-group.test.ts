import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { on } from 'node:events';
import { watch } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { runTestGroup } from './test-group.ts';

describe('a group of tests', () => {
  test('that does not end is ended with all that it has started, and the running test is named', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'endless.test.mjs');
    await writeFile(
      file,
      `import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      import { describe, test } from 'node:test';
      describe('numbers', () => {
        test('end', () => {});
        test('do not end', () => {
          // The group has ended only when this process has, too, because it writes to the same output.
          spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
          writeFileSync(${JSON.stringify(join(folder, 'started'))}, '');
          for (;;);
        });
      });`,
    );
    const limit = new AbortController();
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const group = runTestGroup([file], env, limit.signal);
    const watcher = watch(folder);
    for await (const [, name] of on(watcher, 'change')) if (name === 'started') break;
    watcher.close();
    limit.abort('a limit of 5 minutes');
    const named = `"numbers > do not end" in ${relative('', file)}`;
    const end = `Ended by a limit of 5 minutes. The last test that began: ${named}`;
    assert.equal((await group)?.split('\n').at(-1), end);
  });
});

test('a database server that does not answer ends the run with one sentence', () => {
  const env = { ...process.env, TEST_DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const words = [join(import.meta.dirname, 'test.ts'), 'unit'];
  const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
  assert.deepEqual(
    [status, stderr],
    [
      1,
      'Failed: the PostgreSQL server of the tests must accept connections, and did not: connect ECONNREFUSED 127.0.0.1:1\n',
    ],
  );
});
