import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { openStorage } from '../storage/open.ts';
import { createTestDatabase } from '../testing/databases/test-databases.ts';
import type { TestDatabase } from '../testing/databases/test-engine.ts';
import { PROGRAM } from '../testing/server-process.ts';

/** A device on which every write fails with ENOSPC, as on a full disk. */
const FULL = '/dev/full';
const PHONE = '+15550001111';

describe('a command whose output cannot be written', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    const storage = await openStorage(database.url, 'server');
    await storage.admins.add(PHONE, 0);
    const emails = Array.from({ length: 5_000 }, (_, n) => `${n}@example.com`);
    await Promise.all(emails.map((email) => storage.waitlist.join(email, 0)));
    await storage.close();
  });
  after(() => database.remove());

  /** @param output a file descriptor, or `pipe` for a pipe that the reader closes immediately */
  async function impromptu(command: string, output: number | 'pipe') {
    const child = spawn(PROGRAM, command.split(' '), {
      env: { DATABASE_URL: database.url },
      stdio: ['ignore', output, 'pipe'],
    });
    child.stdout?.destroy();
    assert.ok(child.stderr);
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return { code: child.exitCode, stderr };
  }

  const commands = ['admin list', 'export waitlist'];

  test('ends with one sentence on a full disk', { skip: !existsSync(FULL) }, async () => {
    const full = openSync(FULL, 'w');
    for (const command of commands) {
      const { code, stderr } = await impromptu(command, full);
      assert.equal(code, 1, command);
      assert.match(
        stderr,
        /^The output is incomplete: ENOSPC: no space left on device, write\.\n$/,
      );
    }
    closeSync(full);
  });

  test('ends without an error when its reader has closed the pipe', async () => {
    for (const command of commands) {
      assert.deepEqual(await impromptu(command, 'pipe'), { code: 0, stderr: '' }, command);
    }
  });
});
