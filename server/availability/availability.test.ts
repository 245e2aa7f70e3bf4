import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { adminOf } from '../../testing/signed-in.ts';
import { createTestApp, TEST_NOW } from '../../testing/test-app.ts';

const [ANA, BEN] = ['+15550001111', '+15550002222'] as const;
const UNCHANGED = { ios: 'beta', iosLink: null, android: 'soon', androidLink: null };

async function open(t: TestContext) {
  const site = await createTestApp();
  t.after(() => site.close());
  return { site, ana: await adminOf(site, ANA), ben: await adminOf(site, BEN) };
}

test('an admin changes the state of the app, and another brings it back; both acts are in the audit', async (t) => {
  const { site, ana, ben } = await open(t);
  const first = await ana(calls.getAvailability);
  assert.deepEqual(first.json(), { id: 0, changedAt: null, ...UNCHANGED });
  const changed = await ana(calls.changeAvailability, { seen: 0, ios: 'paused' });
  const paused = { id: 1, changedAt: '2025-06-14T12:00:00.000Z', ...UNCHANGED, ios: 'paused' };
  assert.deepEqual(changed.json(), paused);
  assert.deepEqual((await ben(calls.getAvailability)).json(), paused);
  const undone = await ben(calls.undoAvailability, { seen: 1 });
  assert.deepEqual(undone.json(), { ...paused, id: 2, ios: 'beta' });
  const acts = (await site.storage.audit.entries()).slice(-2);
  assert.deepEqual(acts, [
    { at: TEST_NOW, who: ANA, act: 'change-app', detail: 'iOS paused, Android soon' },
    { at: TEST_NOW, who: BEN, act: 'undo-app', detail: 'iOS beta, Android soon' },
  ]);
});

test('a change is refused if there is a newer state than the admin saw', async (t) => {
  const { ana, ben } = await open(t);
  await ana(calls.changeAvailability, { seen: 0, ios: 'paused' });
  const iosLink = 'https://testflight.apple.com/join/AbC123';
  const later = await ben(calls.changeAvailability, { seen: 0, ios: 'beta', iosLink });
  assert.equal(later.statusCode, 409);
  assert.match(later.json().error, /^Nothing was changed, because the state of the app has/);
  assert.equal((await ana(calls.getAvailability)).json().ios, 'paused');
});

test('of two admins who undo the same change, only the first undoes it, and the second is told', async (t) => {
  const { site, ana, ben } = await open(t);
  await ana(calls.changeAvailability, { seen: 0, ios: 'paused' });
  const answers = await Promise.all(
    [ana, ben].map((undo) => undo(calls.undoAvailability, { seen: 1 })),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409]);
  const undone = (await site.storage.audit.entries()).filter(({ act }) => act === 'undo-app');
  assert.equal(undone.length, 1);
});

test('a wrong state or link is refused with a sentence, and nothing is stored', async (t) => {
  const { site, ana } = await open(t);
  for (const wrong of [
    { ios: 'gone' },
    { ios: 'launched' },
    { iosLink: 'https://testflight.apple.com/join/AbC123' },
    { ios: 'beta', iosLink: 'https://evil.example/join/AbC123' },
    { ios: 'beta', iosLink: 'a'.repeat(301) },
    { ios: ['beta'] },
    { ios: 'paused', who: 'me' },
  ]) {
    const answer = await ana(calls.changeAvailability, { seen: 0, ...wrong });
    assert.equal(answer.statusCode, 400, JSON.stringify(wrong));
    assert.match(answer.json().error, /^\w.*\.$/);
  }
  assert.equal((await ana(calls.undoAvailability, { seen: 0 })).statusCode, 409);
  assert.equal((await site.storage.availability.read()).id, 0);
});
