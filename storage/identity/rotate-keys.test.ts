import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';
import { openStorage, type Storage } from '../open.ts';

const PHONE = '+15550001111';
const TOKEN = randomBytes(32);
const OTHER_TOKEN = randomBytes(32);
const BUDGET = { perHour: 1, perDay: 1 };

for (const engine of testEngines) {
  describe(`rotated keys on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    let storage: Storage;
    beforeEach(async () => {
      storage = database.storage;
      await begin(TOKEN, await storage.keySecret());
      const hashes = { idHash: TOKEN, browserHash: TOKEN, codeHash: TOKEN };
      await storage.signInCodes.add({ ...hashes, phone: PHONE, validUntil: NOON + 1 });
    });
    const begin = (tokenHash: Uint8Array, secret: Uint8Array) =>
      storage.sessions.begin({
        tokenHash,
        phone: PHONE,
        newUserId: 'user-1',
        replaces: undefined,
        secret,
        at: NOON,
      });
    /** Replaces the keys as the command does, while a server runs. */
    async function rotate() {
      await using command = await openStorage(database.url, 'command');
      return await command.rotateKeys();
    }

    test('are used by the server immediately, and only sessions, codes and challenges are deleted', async () => {
      const { admins, sessions, signInCodes, spentProofs, budgets } = storage;
      await admins.add('+15550002222', NOON);
      await spentProofs.spend(TOKEN, NOON);
      await budgets.take(TOKEN, BUDGET, NOON);
      const before = await storage.keySecret();
      assert.deepEqual(await rotate(), { sessions: 1, codes: 1 });
      const now = await storage.keySecret();
      assert.equal(now.length, 32);
      assert.notDeepEqual(now, before);
      assert.equal(await sessions.find(TOKEN, NOON), undefined);
      assert.deepEqual(await signInCodes.findWaiting(PHONE, NOON), []);
      assert.equal(await spentProofs.spend(TOKEN, NOON), true);
      assert.deepEqual(await admins.list(), ['+15550002222']);
      assert.equal(await budgets.take(TOKEN, BUDGET, NOON), false, 'the budget is not reset');
      assert.deepEqual(await rotate(), { sessions: 0, codes: 0 });
    });

    test('refuse a sign-in whose number was proved before the rotation, but not a sign-in that begins after the rotation', async () => {
      const before = await storage.keySecret();
      await rotate();
      assert.equal(await begin(OTHER_TOKEN, before), undefined);
      assert.equal(await storage.sessions.find(OTHER_TOKEN, NOON), undefined);
      assert.equal(await begin(OTHER_TOKEN, await storage.keySecret()), 'user-1');
    });

    test('are not the keys of the hashes of erasures, nor of the tokens of letters', async () => {
      const before = await storage.letters.secret();
      await rotate();
      assert.deepEqual(await storage.letters.secret(), before);
    });
  });
}
