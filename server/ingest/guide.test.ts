import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startServer } from '../../testing/server-process.ts';

const GUIDE = join(import.meta.dirname, '..', '..', 'docs', 'app-feed.md');
const KEY = 'a-key-of-the-back-end-for-the-guide';
/** A block of shell commands, followed by a block with the answer. */
const EXAMPLE = /```sh\n(?<command>[\s\S]+?)```\n\n```json\n(?<answer>[\s\S]+?)```/g;

test('every example in the guide for the app’s back end gets the answer that the guide shows', async () => {
  const guide = await readFile(GUIDE, 'utf8');
  const examples = [...guide.matchAll(EXAMPLE)].map(({ groups = {} }) => groups);
  assert.equal(examples.length, guide.split('```sh').length - 1, 'each example has its answer');
  assert.ok(examples.length > 5);
  await using server = await startServer({ env: { APP_API_KEYS: KEY } });
  for (const { command = '', answer = '' } of examples) {
    const here = command.replaceAll('http://localhost:3000', server.url);
    const { stdout } = await promisify(execFile)('sh', ['-c', here], {
      env: { KEY, PATH: '/usr/bin:/bin' },
    });
    assert.deepEqual(JSON.parse(stdout), JSON.parse(answer), command);
  }
});
