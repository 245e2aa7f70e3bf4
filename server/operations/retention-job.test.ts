import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../contract/durations.ts';
import { becomesTrue } from '../../testing/databases/own-time.ts';
import { query } from '../../testing/databases/test-databases.ts';
import { ANA, VIEW } from '../../testing/databases/test-invites.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';

/** The job uses a real database, so the test must wait for it in real time. */
const REAL_TIME_MS = 60_000;

test('while the site listens, retention runs once an hour, and the metrics have the time of its last run', async (t) => {
  let now = TEST_NOW;
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using site = await createTestApp({ clock: () => now, https: false });
  await site.storage.inviters.put(ANA);
  await site.storage.visits.record(VIEW);
  const asked = t.mock.method(site.storage.retention, 'runWhenDue').mock;
  await site.listen();

  const runAfter = async (ms: number) => {
    now += ms;
    t.mock.timers.tick(60_000);
    await waitForLastRun(site, now);
  };
  await runAfter(0);
  assert.equal((await site.storage.recount()).events, 1);
  now += HOUR_MS - 1;
  t.mock.timers.tick(60_000);
  await becomesTrue(async () => asked.callCount() === 2, REAL_TIME_MS);
  assert.equal(await asked.calls[1]?.result, undefined, 'a run before the hour has passed');
  await site.storage.inviters.erase('ana', Date.now());
  await runAfter(1);
  assert.equal((await site.storage.recount()).events, 0);
  await runAfter(24 * HOUR_MS);
  // Closing waits for the current run, which writes its log line at its end.
  await site.app.close();
  assert.ok(site.lines.some((line) => line.includes('"erasedEvents":1')));
});

test('if every retention since the start fails, the metrics have the last successful one from the database', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using site = await createTestApp({ https: false });
  const before = TEST_NOW - 5 * HOUR_MS;
  await site.storage.retention.run(before);
  await query(site.databaseUrl, 'DROP TABLE event_key');
  await site.listen();
  t.mock.timers.tick(60_000);
  await waitForLastRun(site, before);
  const isLogged = async () =>
    site.lines.some((line) => line.includes('Retention did not finish.'));
  await becomesTrue(isLogged, REAL_TIME_MS);
});

/** Resolves when the metrics have this time as the last run. */
async function waitForLastRun(site: TestApp, at: number): Promise<void> {
  const line = `site_retention_last_run_timestamp_seconds ${at / 1_000}\n`;
  await becomesTrue(async () => (await metricsOf(site)).includes(line), REAL_TIME_MS);
}

function metricsOf({ app }: TestApp): Promise<string> {
  return app.metrics.metrics();
}
