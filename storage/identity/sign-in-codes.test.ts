// Long because it tests every limit of a code: its lifetime, its browser, its guesses and the guesses of its number.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { HOUR_MS } from '../../contract/durations.ts';
import { CODE_LIFETIME_MS, MAX_CODE_ATTEMPTS } from '../../contract/identity.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

const ANA = '+15550001111';
const BEN = '+15550002222';
const [ID, OTHER_ID, BROWSER, OTHER_BROWSER, RIGHT, WRONG] = Array.from({ length: 6 }, () =>
  randomBytes(32),
) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];

for (const engine of testEngines) {
  describe(`sign-in codes on ${engine.name}`, () => {
    const opened = storageForEachTest(engine);

    const add = (changes: object = {}) =>
      opened.storage.signInCodes.add({
        idHash: ID,
        browserHash: BROWSER,
        phone: ANA,
        codeHash: RIGHT,
        validUntil: NOON + CODE_LIFETIME_MS,
        ...changes,
      });
    const redeem = (changes: object = {}) =>
      opened.storage.signInCodes.redeem({
        idHash: ID,
        browserHash: BROWSER,
        codeHash: RIGHT,
        at: NOON,
        limit: undefined,
        ...changes,
      });

    test('sign in once, and only in their browser', async () => {
      await add();
      const { signInCodes } = opened.storage;
      assert.equal(await signInCodes.phoneOf({ idHash: ID, browserHash: BROWSER }), ANA);
      assert.equal(
        await signInCodes.phoneOf({ idHash: ID, browserHash: OTHER_BROWSER }),
        undefined,
      );
      assert.equal(await redeem(), 'right');
      assert.equal(await redeem(), 'wrong');
    });

    test('expire at the end of their lifetime', async () => {
      await add();
      assert.equal(await redeem({ at: NOON + CODE_LIFETIME_MS }), 'wrong');
      assert.equal(await redeem({ at: NOON + CODE_LIFETIME_MS - 1 }), 'right');
    });

    test('are refused in another browser, and the guesses of that browser are not counted', async () => {
      await add();
      for (let n = 0; n < 10; n++) {
        assert.equal(await redeem({ browserHash: OTHER_BROWSER }), 'wrong');
      }
      assert.equal(await redeem(), 'right');
    });

    test('are replaced when their browser requests a new code, but not when another browser does', async () => {
      await add();
      await add({ browserHash: OTHER_BROWSER, idHash: OTHER_ID });
      assert.equal(await redeem(), 'right');
      const newer = randomBytes(32);
      await add({ browserHash: OTHER_BROWSER, idHash: newer });
      assert.equal(await redeem({ browserHash: OTHER_BROWSER, idHash: OTHER_ID }), 'wrong');
      const { signInCodes } = opened.storage;
      assert.equal(await signInCodes.hasAny(OTHER_BROWSER), true);
      assert.equal(await redeem({ browserHash: OTHER_BROWSER, idHash: newer }), 'right');
      assert.equal(await signInCodes.hasAny(OTHER_BROWSER), false);
    });

    test('are compared with five guesses, but not with a sixth', async () => {
      await add();
      for (let n = 1; n < MAX_CODE_ATTEMPTS; n++) await redeem({ codeHash: WRONG });
      assert.equal(await redeem(), 'right');
      await add();
      for (let n = 0; n < MAX_CODE_ATTEMPTS; n++) await redeem({ codeHash: WRONG });
      assert.equal(await redeem(), 'wrong');
    });

    test('are compared with at most five guesses, even if many arrive at the same time, or some after a restart', async () => {
      await add();
      // On a busy machine, more guesses would wait too long for a connection to PostgreSQL.
      const wrong = Array.from({ length: 200 }, () => redeem({ codeHash: WRONG }));
      assert.deepEqual(new Set(await Promise.all(wrong)), new Set(['wrong']));
      assert.equal(await redeem(), 'wrong');
      await opened.reopen();
      assert.equal(await redeem(), 'wrong');
    });

    test('accept only one of many right guesses that arrive at the same time', async () => {
      await add();
      const proved = await Promise.all(Array.from({ length: 5 }, () => redeem()));
      assert.equal(proved.filter((outcome) => outcome === 'right').length, 1);
    });

    test('can be set for a pending sign-in without changing its attempts and expiry', async () => {
      const { signInCodes } = opened.storage;
      await add({ codeHash: randomBytes(32) });
      await redeem();
      assert.equal(await signInCodes.give(ID, RIGHT), true);
      for (let n = 2; n < MAX_CODE_ATTEMPTS; n++) await redeem({ codeHash: WRONG });
      assert.equal(await redeem({ at: NOON + CODE_LIFETIME_MS }), 'wrong');
      assert.equal(await redeem(), 'wrong', 'the sixth guess');
      assert.equal(await signInCodes.give(OTHER_ID, RIGHT), false);
      await add();
      await signInCodes.replace(ID, WRONG);
      assert.equal(await signInCodes.give(ID, RIGHT), false, 'it has a code from the operator');
      assert.equal(await redeem({ codeHash: WRONG }), 'right');
    });

    describe('of one number', () => {
      const limit = { key: randomBytes(32), perDay: 7 };
      /** @returns how many of the guesses have the outcome `past-limit` */
      async function guessAt(codes: number, guesses: number, at = NOON): Promise<number> {
        let past = 0;
        for (let n = 0; n < codes; n++) {
          const ids = { idHash: randomBytes(32), browserHash: randomBytes(32) };
          await add({ ...ids, validUntil: at + CODE_LIFETIME_MS });
          for (let m = 0; m < guesses; m++) {
            const outcome = await redeem({ ...ids, codeHash: WRONG, at, limit });
            past += Number(outcome === 'past-limit');
          }
        }
        return past;
      }

      test('share a daily limit of guesses', async () => {
        assert.equal(await guessAt(1, 6), 0, 'the sixth guess is past the limit of its code');
        await add();
        await redeem({ codeHash: WRONG, limit });
        assert.equal(await redeem({ limit }), 'right', 'the seventh guess of the day');
        await add();
        assert.equal(await redeem({ limit }), 'past-limit');
        await opened.reopen();
        assert.equal(await redeem({ limit }), 'past-limit');
        assert.equal(await redeem({ limit: { key: randomBytes(32), perDay: 7 } }), 'right');
      });

      for (const [outcome, codeHash] of [
        ['right', RIGHT],
        ['wrong', WRONG],
      ] as const) {
        test(`are compared up to the daily limit, even if ${outcome} guesses arrive at the same time`, async () => {
          const guesses = Array.from({ length: 20 }, async () => {
            const ids = { idHash: randomBytes(32), browserHash: randomBytes(32) };
            await add(ids);
            return await redeem({ ...ids, codeHash, limit });
          });
          const outcomes = await Promise.all(guesses);
          assert.equal(outcomes.filter((each) => each === outcome).length, limit.perDay);
        });
      }

      test('are compared again on the next day', async () => {
        await guessAt(2, 5);
        const midnight = NOON + 12 * HOUR_MS;
        await add({ validUntil: midnight + CODE_LIFETIME_MS });
        assert.equal(await guessAt(2, 5, midnight), 3);
        assert.equal(await redeem({ at: midnight, limit }), 'past-limit');
        assert.equal(
          await redeem({ at: midnight + 24 * HOUR_MS, limit }),
          'wrong',
          'the code has expired',
        );
      });

      test('that the operator has made are compared five times, even past the daily limit', async () => {
        await guessAt(3, 5);
        await add();
        assert.equal(await redeem({ limit }), 'past-limit');
        for (let n = 0; n < 2; n++) {
          await opened.storage.signInCodes.replace(ID, RIGHT);
          for (let n = 1; n < MAX_CODE_ATTEMPTS; n++) {
            assert.equal(await redeem({ codeHash: WRONG, limit }), 'wrong');
          }
          if (n === 0) await redeem({ codeHash: WRONG, limit });
          assert.equal(await redeem({ limit }), n === 0 ? 'wrong' : 'right');
        }
        await add();
        assert.equal(await redeem({ limit }), 'past-limit', 'a code that is requested afterwards');
      });
    });

    test('can be made by the operator for any pending sign-in', async () => {
      const { signInCodes } = opened.storage;
      assert.deepEqual(await signInCodes.findWaiting(ANA, NOON), []);
      await add();
      await add({
        idHash: OTHER_ID,
        browserHash: OTHER_BROWSER,
        validUntil: NOON + CODE_LIFETIME_MS + 1,
      });
      const waiting = await signInCodes.findWaiting(ANA, NOON);
      assert.deepEqual(
        waiting.map(({ idHash }) => Buffer.from(idHash)),
        [OTHER_ID, ID],
      );
      assert.deepEqual(await signInCodes.findWaiting(BEN, NOON), []);
      assert.deepEqual(await signInCodes.findWaiting(ANA, NOON + CODE_LIFETIME_MS + 1), []);
      assert.equal(await signInCodes.replace(OTHER_ID, WRONG), true);
      const guess = { idHash: OTHER_ID, browserHash: OTHER_BROWSER };
      assert.equal(await redeem(guess), 'wrong');
      assert.equal(await redeem({ ...guess, codeHash: WRONG }), 'right');
      assert.equal(await signInCodes.replace(OTHER_ID, WRONG), false);
    });
  });
}
