import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { becomesTrue } from '../../testing/databases/own-time.ts';
import { createPostgresDatabase } from '../../testing/databases/postgres-test-engine.ts';
import { keptDatabase } from '../../testing/databases/test-databases.ts';
import { ANA, VIEW } from '../../testing/databases/test-invites.ts';
import { CHAT_SECRET, startFakeChat } from '../../testing/fakes/fake-chat.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

/** The job uses a real database, so the test must wait for it in real time. */
const REAL_TIME_MS = 60_000;
/** A Wednesday. */
const WEDNESDAY = Date.UTC(2025, 5, 11, 12);
const tellsDay = (day: string) => `Impromptu at impromptu.example, ${day} (UTC): 1 visit.`;
const BOTH_DAYS = [tellsDay('Wednesday, June 11'), tellsDay('Thursday, June 12')];

const visit = ({ storage }: TestApp, at: number) => storage.visits.record({ ...VIEW, at });

async function metricsOf({ app }: TestApp): Promise<string[]> {
  return (await app.metrics.metrics())
    .split('\n')
    .filter((line) => line.startsWith('notices_total{'));
}

/** Lets minutes pass until the condition is true. */
const passUntil = (t: TestContext, condition: () => Promise<boolean>) =>
  becomesTrue(async () => {
    t.mock.timers.tick(MINUTE_MS);
    return await condition();
  }, REAL_TIME_MS);

/** Until the job has run once more, from its beginning to its end. */
async function passRun(t: TestContext, { storage }: TestApp): Promise<void> {
  const { mock } = t.mock.method(storage.notices, 'read');
  await passUntil(t, async () => mock.callCount() > 2);
  mock.restore();
}

test('a site without receivers has no job and no metric', async () => {
  await using site = await createTestApp({ https: false });
  assert.deepEqual(await metricsOf(site), []);
});

test('while the site listens, a notice is sent once by two instances, and counted, without the secret in the log', async (t) => {
  let now = WEDNESDAY;
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using chat = await startFakeChat();
  const database = await createPostgresDatabase();
  t.after(database.remove);
  const parts = { clock: () => now, https: false, notifyUrl: chat.url };
  const shared = keptDatabase(database.url);
  await using here = await createTestApp(parts, shared);
  await using there = await createTestApp(parts, shared);
  await here.storage.inviters.put(ANA);
  await visit(here, now);
  await Promise.all([here.listen(), there.listen()]);
  await passRun(t, here);
  now += DAY_MS;
  await passUntil(t, async () => chat.texts.length > 0);
  await Promise.all([passRun(t, here), passRun(t, there)]);
  await visit(here, now);
  now += DAY_MS;
  await passUntil(t, async () => chat.texts.length > 1);
  assert.deepEqual(chat.texts, BOTH_DAYS);
  await Promise.all([passRun(t, here), passRun(t, there)]);
  await Promise.all([here.app.close(), there.app.close()]);
  const lines = [...here.lines, ...there.lines];
  const { host } = new URL(chat.url);
  assert.equal(lines.filter((line) => line.includes(`Notices are sent to ${host}.`)).length, 2);
  assert.equal(lines.filter((line) => line.includes('A notice was sent.')).length, 2);
  assert.doesNotMatch(lines.join('\n'), new RegExp(CHAT_SECRET));
});

test('a site that stops does not wait for a chat that hangs, and counts the notice as not delivered', async (t) => {
  let now = WEDNESDAY;
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using chat = await startFakeChat(() => {});
  await using site = await createTestApp({ clock: () => now, https: false, notifyUrl: chat.url });
  await site.storage.inviters.put(ANA);
  await visit(site, now);
  await site.listen();
  await passRun(t, site);
  now += DAY_MS;
  await passUntil(t, async () => chat.texts.length > 0);
  await site.app.close();
  const [unreachable] = (await metricsOf(site)).filter((line) => line.includes('unreachable'));
  assert.equal(unreachable, 'notices_total{to="chat",outcome="unreachable"} 1');
  assert.ok(site.lines.some((line) => line.includes('A notice was not delivered.')));
});
