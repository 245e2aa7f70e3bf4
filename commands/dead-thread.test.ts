import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSqliteDatabase } from '../testing/databases/test-databases.ts';
import { exportedAddresses, startSignUps } from '../testing/load/sign-up-load.ts';
import { startServer } from '../testing/server-process.ts';

/** Modules that every thread of the program loads. On a signal they end the writer thread. */
const ends = {
  'is stopped': `process.on('worker', (worker) => process.on('SIGUSR2', () => worker.terminate()))`,
  fails: `
    import { isMainThread } from 'node:worker_threads';
    const signal = new BroadcastChannel('signal');
    if (isMainThread) process.on('SIGUSR2', () => signal.postMessage(''));
    else signal.onmessage = () => { throw new Error('out of order'); };
    signal.unref();`,
};

for (const [how, script] of Object.entries(ends)) {
  describe(`the writer thread ${how}`, () => {
    test('waiting requests get 503, and the program logs the reason and exits with code 1', async (t) => {
      const database = await createSqliteDatabase();
      t.after(() => database.remove());
      const env = {
        DATABASE_URL: database.url,
        RATE_LIMITS: 'off',
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
      };
      const server = await startServer({ env });
      const load = startSignUps(server.url, 'before');
      await load.reaches(50);
      server.process.kill('SIGUSR2');
      assert.equal(await server.exited, 1);
      await load.ended;

      assert.deepEqual(new Set(load.failures), new Set(['Error: status 503']));
      const why = server.log.find((line) => line.includes('"level":"fatal"'));
      assert.match(
        why ?? '',
        /The thread that writes has ended\..*The site cannot continue and ends/,
      );
      assert.equal(server.log.at(-1), 'The thread that writes has ended.');
      const kept = new Set(await exportedAddresses(database.url));
      assert.deepEqual(
        load.acknowledged.filter((email) => !kept.has(email)),
        [],
      );
    });
  });
}
