import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANA } from '../../testing/databases/test-invites.ts';
import { type Inviter, RecentInviters } from './inviters.ts';

const NEW_ANA = { ...ANA, firstName: 'Anna' };

/** Starts a read whose answer the test gives later. */
function startRead(recent: RecentInviters) {
  const { promise, resolve, reject } = Promise.withResolvers<Inviter | undefined>();
  return { read: recent.read('ana', () => promise), resolve, reject };
}

test('an answer is cached, also when another read of the same id fails', async () => {
  const recent = new RecentInviters();
  const [first, second] = [startRead(recent), startRead(recent)];
  first.resolve(ANA);
  assert.equal(await first.read, ANA);
  assert.equal(recent.get('ana')?.inviter, ANA);
  second.reject(new Error('away'));
  await assert.rejects(second.read, /away/);
  assert.equal(recent.get('ana')?.inviter, ANA);
});

for (const when of ['before', 'after'] as const) {
  test(`the answer to a read that began before a change is not cached, ${when} the answer to a later read`, async () => {
    const recent = new RecentInviters();
    const early = startRead(recent);
    recent.forget('ana');
    const late = startRead(recent);
    if (when === 'before') {
      early.resolve(ANA);
      assert.equal(await early.read, ANA);
      assert.equal(recent.get('ana'), undefined);
    }
    late.resolve(NEW_ANA);
    await late.read;
    early.resolve(ANA);
    assert.equal(await early.read, ANA);
    assert.equal(recent.get('ana')?.inviter, NEW_ANA);
  });
}

test('made-up ids do not remove known inviters from the cache', async () => {
  const recent = new RecentInviters();
  await recent.read('ana', async () => ANA);
  for (let n = 0; n < 20_000; n++) await recent.read(`nobody-${n}`, async () => undefined);
  assert.equal(recent.getLast('ana'), ANA);
});

test('only the last thousand made-up ids are cached', async () => {
  const recent = new RecentInviters();
  for (let n = 0; n <= 1_000; n++) await recent.read(`nobody-${n}`, async () => undefined);
  assert.equal(recent.get('nobody-0'), undefined);
});
