import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';
import { createWaitingLetters } from './waiting-letters.ts';

const REFUSED = { outcome: 'unreachable', reply: 'It refused ana@x.example: 535 no.' };
const ACCEPTED = { outcome: 'accepted', reply: 'Accepted.' };

describe('what letters wait for', () => {
  let site: TestApp;
  let now = TEST_NOW;
  before(async () => {
    site = await createTestApp({});
    await site.storage.letters.begin(TEST_NOW);
  });
  after(() => site.close());
  beforeEach(async () => {
    now = TEST_NOW;
    await site.storage.letters.wait.store(undefined, now);
  });

  const find = () => site.storage.letters.wait.find();
  const create = () => createWaitingLetters({ storage: site.storage, clock: () => now++ });

  test('is the last answer of the mail server, since the first one, and without addresses', async () => {
    const waiting = create();
    await waiting.afterDelivery(REFUSED, true);
    const wait = { for: 'server', why: 'It refused …: 535 no.', since: TEST_NOW };
    assert.deepEqual(await find(), wait);
    await waiting.afterDelivery({ ...REFUSED, reply: 'Nothing listens.' }, true);
    assert.deepEqual(await find(), { ...wait, why: 'Nothing listens.' });
  });

  test('is what the instance says that sends them now', async () => {
    const [one, other] = [create(), create()];
    await one.afterDelivery(ACCEPTED, false);
    await other.afterDelivery(REFUSED, true);
    await one.afterDelivery(ACCEPTED, false);
    assert.equal(await find(), undefined);
  });

  test('stays the mail server while it takes none, until no letter waits any more', async () => {
    const waiting = create();
    await site.storage.waitlist.join('ana@x.example', now, { via: undefined });
    await site.storage.letters.queue(now);
    await waiting.afterDelivery(REFUSED, true);
    for (const why of ['hour', 'due', 'nothing due'] as const) await waiting.afterTurn(why, true);
    assert.equal((await find())?.for, 'server');
    await site.storage.waitlist.erase('ana@x.example', now);
    await waiting.afterTurn('nothing due', true);
    assert.equal(await find(), undefined);
  });
});
