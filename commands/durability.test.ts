import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startServer } from '../server/testing/server-process.ts';
import { exportedAddresses, startSignUps } from '../server/testing/sign-up-load.ts';

const ROUNDS = 10;

test(`${ROUNDS} servers killed under load lose no address that was acknowledged`, async (t) => {
  const first = await startServer({ env: { RATE_LIMITS: 'off' } });
  const env = { RATE_LIMITS: 'off', DATABASE_URL: `file:${first.databaseFile}` };
  const acknowledged: string[] = [];
  let server = first;
  for (let round = 0; round < ROUNDS; round++) {
    const load = startSignUps(server.url, `round-${round}`);
    await load.reaches(100 + 37 * round);
    await server.kill();
    await load.ended;
    acknowledged.push(...load.acknowledged);
    server = await startServer({ env });
  }
  const kept = new Set(await exportedAddresses(first.databaseFile));
  t.diagnostic(`${acknowledged.length} addresses acknowledged, ${kept.size} kept`);
  assert.deepEqual(
    acknowledged.filter((email) => !kept.has(email)),
    [],
  );
  const raw = new DatabaseSync(first.databaseFile, { readOnly: true });
  assert.equal(raw.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok');
  raw.close();
  await server.stop();
  await first.stop();
});
