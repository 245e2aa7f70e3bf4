import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../contract/identity.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

const ANA = '+15550001111';
const BEN = '+15550002222';
const [ID, OTHER_ID, BROWSER, RIGHT, TOKEN, OTHER_TOKEN] = Array.from({ length: 6 }, () =>
  randomBytes(32),
) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];

for (const engine of testEngines) {
  describe(`identity on ${engine.name}`, () => {
    const opened = storageForEachTest(engine);

    describe('sessions', () => {
      const begin = async (changes: object = {}) =>
        await opened.storage.sessions.begin({
          tokenHash: TOKEN,
          phone: ANA,
          newUserId: 'user-1',
          replaces: undefined,
          secret: await opened.storage.keySecret(),
          at: NOON,
          ...changes,
        });

      test('of one number belong to one account, whose id does not change', async () => {
        assert.equal(await begin(), 'user-1');
        assert.equal(await begin({ tokenHash: OTHER_TOKEN, newUserId: 'user-2' }), 'user-1');
        const session = {
          userId: 'user-1',
          phone: ANA,
          isAdmin: false,
          hasWaitlistRight: false,
          begunAt: NOON,
          seenAt: NOON,
        };
        assert.deepEqual(await opened.storage.sessions.find(TOKEN, NOON), session);
        assert.deepEqual(await opened.storage.sessions.find(OTHER_TOKEN, NOON), session);
        assert.equal(await opened.storage.sessions.find(ID, NOON), undefined);
      });

      test('tell whether their user is an admin now', async () => {
        await begin();
        const isAdmin = async () => (await opened.storage.sessions.find(TOKEN, NOON))?.isAdmin;
        await opened.storage.admins.add(BEN, NOON);
        assert.equal(await isAdmin(), false);
        await opened.storage.admins.add(ANA, NOON);
        await begin();
        assert.equal(await isAdmin(), true);
        await opened.storage.admins.remove(ANA, NOON);
        assert.equal(await isAdmin(), false);
      });

      test('end when their number is added as an admin, but not if it was already added', async () => {
        const { admins, sessions } = opened.storage;
        await begin();
        await begin({ tokenHash: OTHER_TOKEN });
        await begin({ tokenHash: ID, phone: BEN, newUserId: 'user-2' });
        await admins.add(ANA, NOON);
        assert.equal(await sessions.find(TOKEN, NOON), undefined);
        assert.equal(await sessions.find(OTHER_TOKEN, NOON), undefined);
        assert.equal((await sessions.find(ID, NOON))?.userId, 'user-2');
        await begin();
        await admins.add(ANA, NOON);
        assert.ok(await sessions.find(TOKEN, NOON));
      });

      test('end when they have not been used for SESSION_IDLE_MS', async () => {
        await begin();
        const { sessions } = opened.storage;
        assert.ok(await sessions.find(TOKEN, NOON + SESSION_IDLE_MS - 1));
        assert.equal(await sessions.find(TOKEN, NOON + SESSION_IDLE_MS), undefined);
        await sessions.touch(TOKEN, NOON + 1);
        assert.equal((await sessions.find(TOKEN, NOON + SESSION_IDLE_MS))?.seenAt, NOON + 1);
      });

      test('end SESSION_LIFETIME_MS after the sign-in, even if they are used', async () => {
        await begin();
        await opened.storage.sessions.touch(TOKEN, NOON + SESSION_LIFETIME_MS);
        assert.ok(await opened.storage.sessions.find(TOKEN, NOON + SESSION_LIFETIME_MS - 1));
        assert.equal(
          await opened.storage.sessions.find(TOKEN, NOON + SESSION_LIFETIME_MS),
          undefined,
        );
      });

      test('can be ended separately, and end when they are replaced', async () => {
        const { sessions } = opened.storage;
        await begin();
        await begin({ tokenHash: OTHER_TOKEN, replaces: TOKEN });
        assert.equal(await sessions.find(TOKEN, NOON), undefined);
        await sessions.end(OTHER_TOKEN);
        assert.equal(await sessions.find(OTHER_TOKEN, NOON), undefined);
      });
    });

    describe('budgets', () => {
      const take = (at: number, budget: object = {}, key = ID) =>
        opened.storage.budgets.take(key, { perHour: 3, perDay: 5, ...budget }, at);
      const taken = async (at: number) => {
        const takes = await Promise.all(Array.from({ length: 20 }, () => take(at)));
        return takes.filter(Boolean).length;
      };

      test('are not exceeded in an hour or a day by concurrent calls', async () => {
        assert.equal(await taken(NOON), 3);
        assert.equal(await taken(NOON + HOUR_MS - 1), 0);
        await opened.reopen();
        assert.equal(await taken(NOON + HOUR_MS), 2);
        assert.equal(await taken(NOON + 2 * HOUR_MS), 0);
        assert.equal(await taken(NOON + 12 * HOUR_MS), 3);
      });

      test('are counted by key, and a budget of 0 refuses each call', async () => {
        await taken(NOON);
        assert.equal(await take(NOON, {}, OTHER_ID), true);
        assert.equal(await take(NOON, { perHour: 0 }, TOKEN), false);
        assert.equal(await take(NOON, { perDay: 0 }, TOKEN), false);
      });
    });

    test('a challenge is accepted only once, even if many requests use it at the same time', async () => {
      const spend = () => opened.storage.spentProofs.spend(ID, NOON);
      const spent = await Promise.all(Array.from({ length: 20 }, spend));
      assert.equal(spent.filter(Boolean).length, 1);
      assert.equal(await spend(), false);
      assert.equal(await opened.storage.spentProofs.spend(OTHER_ID, NOON), true);
    });

    test('the secret is created once, and every reader gets the same secret', async () => {
      const [first, ...others] = await Promise.all([1, 2, 3].map(() => opened.storage.keySecret()));
      assert.equal(first?.length, 32);
      for (const other of others) assert.deepEqual(other, first);
      await opened.reopen();
      assert.deepEqual(await opened.storage.keySecret(), first);
    });

    test("retention removes expired data, and accounts that have no session and are not an admin's", async () => {
      const { sessions, signInCodes, spentProofs, budgets, admins } = opened.storage;
      const secret = await opened.storage.keySecret();
      const begin = (tokenHash: Buffer, phone: string, newUserId: string, at: number) =>
        sessions.begin({ tokenHash, phone, newUserId, replaces: undefined, secret, at });
      const later = NOON + SESSION_IDLE_MS;
      await admins.add(ANA, NOON);
      await begin(TOKEN, ANA, 'ana', NOON);
      await begin(OTHER_TOKEN, BEN, 'ben', NOON);
      await begin(ID, '+15550003333', 'cem', NOON + 1);
      await signInCodes.add({
        idHash: ID,
        browserHash: BROWSER,
        phone: BEN,
        codeHash: RIGHT,
        validUntil: later,
      });
      await spentProofs.spend(ID, later);
      await spentProofs.spend(OTHER_ID, later + 1);
      await budgets.take(ID, { perHour: 1, perDay: 1 }, NOON - DAY_MS);
      await opened.storage.retention.run(later);

      // Ana is an admin and keeps the account, Cem keeps the account and the session, Ben loses both.
      assert.equal(await begin(TOKEN, ANA, 'new', later), 'ana');
      assert.equal((await sessions.find(ID, later))?.userId, 'cem');
      assert.equal(await begin(OTHER_TOKEN, BEN, 'new-ben', later), 'new-ben');
      assert.deepEqual(await signInCodes.findWaiting(BEN, NOON), []);
      assert.equal(await spentProofs.spend(ID, later), true);
      assert.equal(await spentProofs.spend(OTHER_ID, later), false);
      assert.equal(await budgets.take(ID, { perHour: 1, perDay: 1 }, NOON - DAY_MS), true);
    });
  });
}
