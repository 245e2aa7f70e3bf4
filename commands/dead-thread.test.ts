import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls } from '../contract/calls.ts';
import { openStorage } from '../storage/open.ts';
import { createSqliteDatabase } from '../testing/databases/sqlite-test-engine.ts';
import { exportedAddresses, startSignUps } from '../testing/load/site-load.ts';
import { startServer } from '../testing/server-process.ts';
import { signIn } from '../testing/signed-in.ts';

const ADMIN = '+15550001111';

/**
 * Modules that every thread of the program loads. On SIGUSR2 they end the thread that was started last. This is the
 * writer thread, or, after the first query of a dashboard, the thread for it.
 */
const ends = {
  'is stopped': `
    let last;
    process.on('worker', (worker) => { last = worker; });
    process.on('SIGUSR2', () => last.terminate());`,
  fails: `
    import { isMainThread, threadId } from 'node:worker_threads';
    const signal = new BroadcastChannel('signal');
    let last;
    if (isMainThread) {
      process.on('worker', (worker) => { last = worker.threadId; });
      process.on('SIGUSR2', () => signal.postMessage(last));
    } else signal.onmessage = ({ data }) => { if (data === threadId) throw new Error('out of order'); };
    signal.unref();`,
};

const withScript = (script: string) => ({
  RATE_LIMITS: 'off',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
});

test('if the writer thread is stopped, waiting requests get 503, and the program logs the reason and exits with code 1', async () => {
  await using database = await createSqliteDatabase();
  const env = { ...withScript(ends['is stopped']), DATABASE_URL: database.url };
  const server = await startServer({ env });
  const load = startSignUps(server.url, 'before', { endsWithServer: true });
  await load.reaches(50);
  server.process.kill('SIGUSR2');
  assert.equal(await server.exited, 1);
  await load.ended;

  assert.deepEqual(new Set(load.failures), new Set(['status 503']));
  assertReason(server.log, 'The thread that writes has ended.');
  const kept = new Set(await exportedAddresses(database.url));
  assert.deepEqual(
    load.acknowledged.filter((email) => !kept.has(email)),
    [],
  );
});

test('if the thread for the dashboard fails, the program logs the reason and exits with code 1', async (t) => {
  await using database = await createSqliteDatabase();
  const env = { ...withScript(ends.fails), DATABASE_URL: database.url };
  const server = await startServer({ env });
  t.after(() => server.kill());
  const storage = await openStorage(database.url, 'command');
  await storage.admins.add(ADMIN, Date.now());
  const { userId, headers } = await signIn({ storage, clock: Date.now, https: false }, ADMIN);
  await storage.close();
  const figures = `${server.url}${calls.getAnalytics.path}?userId=${userId}`;
  assert.equal((await fetch(figures, { headers })).status, 200);
  server.process.kill('SIGUSR2');
  assert.equal(await server.exited, 1);
  assertReason(server.log, 'The thread that reads has ended.');
});

function assertReason(log: readonly string[], reason: string): void {
  const fatal = log.find((line) => line.includes('"level":"fatal"')) ?? '';
  assert.ok(fatal.includes(reason), fatal);
  assert.match(fatal, /The site cannot continue and ends/);
  assert.equal(log.at(-1), reason);
}
