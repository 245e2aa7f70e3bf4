import assert from 'node:assert/strict';
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
