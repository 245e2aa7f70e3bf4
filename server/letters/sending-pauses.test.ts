import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { MINUTE_MS } from '../../contract/durations.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';
import { createSendingPauses } from './sending-pauses.ts';

const ACCEPTED = { outcome: 'accepted', isFailure: false, reply: 'ok' } as const;
const UNREACHABLE = {
  outcome: 'unreachable',
  isFailure: false,
  reply: 'It refused ana@x.example: 535 no.',
} as const;

describe('the sending of letters', () => {
  const site = siteForSuite(() => createTestApp());
  let now: number;
  before(() => site.storage.letters.begin(TEST_NOW));
  beforeEach(async () => {
    now = TEST_NOW;
    await site.storage.letters.wait.store(undefined, now);
  });

  const create = () => {
    const { storage, app } = site;
    return createSendingPauses({ storage, clock: () => now }, app.log);
  };
  const find = () => site.storage.letters.wait.find();
  /** Lets time pass. @returns whether no letters are sent then */
  function isPausedAfter(pauses: ReturnType<typeof create>, minutes: number): boolean {
    now += minutes * MINUTE_MS;
    return pauses.isPaused();
  }

  for (const outcome of ['refused', 'uncertain'] as const) {
    test(`pauses for longer and longer from the third letter in a row that is ${outcome}`, async () => {
      const pauses = create();
      const refused = { outcome, isFailure: true, reply: 'no' };
      const dead = { outcome: 'refused', isFailure: false, reply: 'no such user' } as const;
      for (const result of [refused, refused, ACCEPTED, refused, dead, dead, refused, dead]) {
        await pauses.after(result);
        assert.equal(pauses.isPaused(), false);
      }
      for (const minutes of [1, 2, 5, 15, 15]) {
        await pauses.after(refused);
        assert.equal(isPausedAfter(pauses, minutes - 0.01), true);
        assert.equal(isPausedAfter(pauses, 0.01), false);
      }
      await pauses.after(ACCEPTED);
      assert.equal(pauses.isFailing(), false);
    });
  }

  test('waits for the last answer of the mail server, since the first one, and without addresses', async () => {
    const pauses = create();
    await pauses.after(UNREACHABLE);
    const wait = { for: 'server', why: 'It refused …: 535 no.', since: TEST_NOW };
    assert.deepEqual(await find(), wait);
    now += 1;
    await pauses.after({ ...UNREACHABLE, reply: 'Nothing listens.' });
    assert.deepEqual(await find(), { ...wait, why: 'Nothing listens.' });
  });

  test('waits for the mail server after three letters in a row that were put off', async () => {
    const pauses = create();
    const later = { outcome: 'later', isFailure: false, reply: '451 later' } as const;
    for (const known of [undefined, undefined, 'server']) {
      await pauses.after(later);
      assert.equal((await find())?.for, known);
    }
  });

  test('waits for what the instance says that sends letters now', async () => {
    const [one, other] = [create(), create()];
    await one.after(ACCEPTED);
    await other.after(UNREACHABLE);
    await one.after(ACCEPTED);
    assert.equal(await find(), undefined);
  });

  test('waits for the mail server while it takes no letters, until no letter waits any more', async () => {
    const pauses = create();
    await site.storage.waitlist.join('ana@x.example', now, { via: undefined });
    await site.storage.letters.queue(now);
    await pauses.after(UNREACHABLE);
    for (const why of ['hour', 'due', 'nothing due'] as const) await pauses.afterTurn(why, now);
    assert.equal((await find())?.for, 'server');
    await site.storage.waitlist.erase('ana@x.example', now);
    await pauses.afterTurn('nothing due', now);
    assert.equal(await find(), undefined);
  });
});
