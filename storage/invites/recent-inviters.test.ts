import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANA } from '../../testing/databases/test-invites.ts';
import type { Inviter } from '../storage.ts';
import { RecentInviters } from './recent-inviters.ts';

const NEW_ANA = { ...ANA, firstName: 'Anna' };

/** A read of the database that the test answers. */
function heldQuestion(recent: RecentInviters) {
  const { promise, resolve, reject } = Promise.withResolvers<Inviter | undefined>();
  return { read: recent.read('ana', () => promise), resolve, reject };
}

test('an answer is cached, also when another read of the same id fails', async () => {
  const recent = new RecentInviters();
  const [first, second] = [heldQuestion(recent), heldQuestion(recent)];
  first.resolve(ANA);
  assert.equal(await first.read, ANA);
  assert.equal(recent.get('ana')?.inviter, ANA);
  second.reject(new Error('away'));
  await assert.rejects(second.read, /away/);
  assert.equal(recent.get('ana')?.inviter, ANA);
});

test('an answer to a read from before a change is not cached', async () => {
  const recent = new RecentInviters();
  const before = heldQuestion(recent);
  recent.forget('ana');
  const after = heldQuestion(recent);
  before.resolve(ANA);
  assert.equal(await before.read, ANA);
  assert.equal(recent.get('ana'), undefined);
  after.resolve(NEW_ANA);
  await after.read;
  assert.equal(recent.get('ana')?.inviter, NEW_ANA);
});

test('an answer from before a change does not replace one from after it', async () => {
  const recent = new RecentInviters();
  const before = heldQuestion(recent);
  recent.forget('ana');
  const after = heldQuestion(recent);
  after.resolve(NEW_ANA);
  await after.read;
  before.resolve(ANA);
  await before.read;
  assert.equal(recent.get('ana')?.inviter, NEW_ANA);
});

test('made-up ids evict no known inviter', async () => {
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

test('an added inviter is found at once, also after an earlier read of the same id', async () => {
  const recent = new RecentInviters();
  await recent.read('ana', async () => undefined);
  recent.forget('ana');
  assert.equal(recent.get('ana'), undefined);
  await recent.read('ana', async () => ANA);
  assert.equal(recent.get('ana')?.inviter, ANA);
});
