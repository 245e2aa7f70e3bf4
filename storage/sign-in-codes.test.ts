import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { CODE_LIFETIME_MS, MAX_CODE_ATTEMPTS } from '../contract/sign-in.ts';
import { openStorage } from './open.ts';
import type { Storage } from './storage.ts';
import { type TestDatabase, testEngines } from './testing/test-databases.ts';

const NOON = Date.UTC(2025, 5, 14, 12);
const ANA = '+15550001111';
const BEN = '+15550002222';
const [ID, OTHER_ID, BROWSER, OTHER_BROWSER, RIGHT, WRONG] = Array.from({ length: 6 }, () =>
  randomBytes(32),
) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];

for (const engine of testEngines) {
  describe(`sign-in codes on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    beforeEach(async () => {
      database = await engine.create();
      storage = await openStorage(database.url, 'server');
    });
    afterEach(async () => {
      await storage.close();
      await database.remove();
    });
    async function reopen(): Promise<void> {
      await storage.close();
      storage = await openStorage(database.url, 'server');
    }

    const add = (changes: object = {}) =>
      storage.signInCodes.add({
        idHash: ID,
        browserHash: BROWSER,
        phone: ANA,
        codeHash: RIGHT,
        validUntil: NOON + CODE_LIFETIME_MS,
        ...changes,
      });
    const redeem = (changes: object = {}) =>
      storage.signInCodes.redeem({
        idHash: ID,
        browserHash: BROWSER,
        codeHash: RIGHT,
        at: NOON,
        ...changes,
      });

    test('prove their number once', async () => {
      await add();
      assert.equal(await redeem(), ANA);
      assert.equal(await redeem(), undefined);
    });

    test('hold for their time and no longer', async () => {
      await add();
      assert.equal(await redeem({ at: NOON + CODE_LIFETIME_MS }), undefined);
      assert.equal(await redeem({ at: NOON + CODE_LIFETIME_MS - 1 }), ANA);
    });

    test('are useless in another browser, where not even a guess is counted', async () => {
      await add();
      for (let n = 0; n < 10; n++) {
        assert.equal(await redeem({ browserHash: OTHER_BROWSER }), undefined);
      }
      assert.equal(await redeem(), ANA);
    });

    test('are gone when their browser asks again, and stay when another one does', async () => {
      await add();
      await add({ browserHash: OTHER_BROWSER, idHash: OTHER_ID });
      assert.equal(await redeem(), ANA);
      const newer = randomBytes(32);
      await add({ browserHash: OTHER_BROWSER, idHash: newer });
      assert.equal(await redeem({ browserHash: OTHER_BROWSER, idHash: OTHER_ID }), undefined);
      assert.equal(await redeem({ browserHash: OTHER_BROWSER, idHash: newer }), ANA);
    });

    test('bear five guesses and no sixth', async () => {
      await add();
      for (let n = 1; n < MAX_CODE_ATTEMPTS; n++) await redeem({ codeHash: WRONG });
      assert.equal(await redeem(), ANA);
      await add();
      for (let n = 0; n < MAX_CODE_ATTEMPTS; n++) await redeem({ codeHash: WRONG });
      assert.equal(await redeem(), undefined);
    });

    test('bear no more guesses when they come all at once, or after a restart', async () => {
      await add();
      const wrong = Array.from({ length: 1_000 }, () => redeem({ codeHash: WRONG }));
      assert.deepEqual(new Set(await Promise.all(wrong)), new Set([undefined]));
      assert.equal(await redeem(), undefined);
      await reopen();
      assert.equal(await redeem(), undefined);
    });

    test('prove their number to one of many right guesses at once', async () => {
      await add();
      const proved = await Promise.all(Array.from({ length: 5 }, () => redeem()));
      assert.deepEqual(proved.filter(Boolean), [ANA]);
    });

    test('can be given anew to the newest sign-in that waits', async () => {
      const { signInCodes } = storage;
      assert.equal(await signInCodes.findWaiting(ANA, NOON), undefined);
      await add();
      await add({
        idHash: OTHER_ID,
        browserHash: OTHER_BROWSER,
        validUntil: NOON + CODE_LIFETIME_MS + 1,
      });
      const waiting = await signInCodes.findWaiting(ANA, NOON);
      assert.deepEqual(Buffer.from(waiting?.idHash ?? []), OTHER_ID);
      assert.equal(await signInCodes.findWaiting(BEN, NOON), undefined);
      assert.equal(await signInCodes.findWaiting(ANA, NOON + CODE_LIFETIME_MS + 1), undefined);
      assert.equal(await signInCodes.replace(OTHER_ID, WRONG, NOON + CODE_LIFETIME_MS), true);
      const guess = { idHash: OTHER_ID, browserHash: OTHER_BROWSER };
      assert.equal(await redeem(guess), undefined);
      assert.equal(await redeem({ ...guess, codeHash: WRONG }), ANA);
      assert.equal(await signInCodes.replace(OTHER_ID, WRONG, NOON + CODE_LIFETIME_MS), false);
    });
  });
}
