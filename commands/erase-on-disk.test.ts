import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { openStorage } from '../storage/open.ts';
import { createSqliteDatabase } from '../testing/databases/sqlite-test-engine.ts';
import { PROGRAM, type ServerProcess, startServer } from '../testing/server-process.ts';

const EMAIL = 'zoe.unmistakable@example.com';

describe('erase waitlist, with SQLite and a running server,', () => {
  let database: Awaited<ReturnType<typeof createSqliteDatabase>>;
  let server: ServerProcess;
  beforeEach(async () => {
    database = await createSqliteDatabase();
    server = await startServer({ env: { DATABASE_URL: database.url } });
    const storage = await openStorage(database.url, 'command');
    await storage.waitlist.join('ana@example.com', 0);
    await storage.waitlist.join(EMAIL, 0);
    await storage.close();
  });
  afterEach(async () => {
    await server.stop();
    await database.remove();
  });

  const erase = () =>
    promisify(execFile)(PROGRAM, ['erase', 'waitlist', EMAIL], {
      env: { DATABASE_URL: database.url },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (failed: { code: number; stdout: string; stderr: string }) => failed,
    );

  const traces = () => {
    const folder = dirname(database.file);
    return readdirSync(folder).filter((file) =>
      readFileSync(join(folder, file)).includes('unmistakable'),
    );
  };

  test('leaves no byte of an address in the files', async () => {
    assert.notDeepEqual(traces(), []);
    assert.equal((await erase()).stdout, `${EMAIL} is erased from the waitlist.\n`);
    assert.deepEqual(traces(), []);
  });

  test('reports traces that remain because another program still reads, and does not wait for that program; the next erasure removes the traces', async () => {
    const reader = new DatabaseSync(database.file, { readOnly: true });
    reader.exec('BEGIN; SELECT * FROM waitlist');
    const held = await erase();
    assert.equal(held.code, 1);
    assert.match(held.stdout, /is erased from the waitlist/);
    assert.match(
      held.stderr,
      /Traces of the address may remain in the database files.* run the command again/,
    );
    assert.notDeepEqual(traces(), []);
    reader.close();
    const again = await erase();
    assert.equal(again.stdout, `${EMAIL} is not on the waitlist.\n`);
    assert.equal(again.stderr, '');
    assert.deepEqual(traces(), []);
  });
});
