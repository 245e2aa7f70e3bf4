import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

for (const engine of testEngines) {
  describe(`leaving the waitlist on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { ask, confirm, memberPosition, send, position, friendsOf } = lettersOf(database);
    const rowsOf = (table: string, email: string) =>
      query(database.url, `SELECT * FROM ${table} WHERE email = '${email}'`);

    test('someone who leaves loses the position, and the member whose link was used loses the credit', async () => {
      const { members, waitlist } = database.storage;
      const ana = await confirm('ana@x.example');
      const ben = await confirm('ben@x.example', ana);
      await confirm('cy@x.example', ben);
      await members.leave('ben@x.example', NOON + 1);
      assert.deepEqual(await position('ben@x.example'), { state: 'left' });
      const listed = (await Array.fromAsync(waitlist.entries())).map(({ email }) => email);
      assert.deepEqual(listed, ['ana@x.example', 'cy@x.example']);
      assert.equal(await friendsOf('ana@x.example'), 0);
      assert.equal((await memberPosition('cy@x.example')).position, 2);
      // Cy was invited by Ben, but the row of Cy must not contain Ben's deleted key.
      const invited = await query(database.url, 'SELECT key FROM member WHERE via_member > 0');
      assert.deepEqual(invited, []);
      assert.deepEqual(await rowsOf('letter', 'ben@x.example'), []);
      await members.leave('ben@x.example', NOON + 2);
      await members.leave('unknown@x.example', NOON + 2);
      assert.deepEqual(await position('ben@x.example'), { state: 'left' });
      assert.equal(await position('unknown@x.example'), undefined);
    });

    test('removing what is no address keeps the letters without an address, which count for limits', async () => {
      const { members, waitlist } = database.storage;
      await send('ana@x.example');
      await members.leave('ana@x.example', NOON + 1);
      const kept = () => query(database.url, 'SELECT id FROM letter');
      const before = await kept();
      assert.ok(before.length > 0);
      for (const text of ['', '\0', 'ana@x.example\0', '\ud800']) {
        assert.equal(await waitlist.remove(text, { who: 'an admin', at: NOON + 2 }), false);
        await waitlist.erase(text, NOON + 2);
      }
      assert.deepEqual(await kept(), before);
    });

    test('someone who comes back is the last, with a new code', async () => {
      const { members } = database.storage;
      const ana = await confirm('ana@x.example');
      await confirm('ben@x.example');
      await members.leave('ana@x.example', NOON + 1);
      assert.equal(await members.confirm('ana@x.example', NOON + 2), true);
      const back = await memberPosition('ana@x.example');
      assert.equal(back.position, 2);
      assert.notEqual(back.code, ana);
      await confirm('cy@x.example', ana);
      assert.equal(await friendsOf('ana@x.example'), 0);
    });

    test('after a person has left, a new sign-up sends a letter, and only its confirmation puts the person back on the waitlist', async () => {
      const { members, waitlist } = database.storage;
      await confirm('ana@x.example');
      await members.leave('ana@x.example', NOON + 1);
      await ask('ana@x.example', undefined, NOON + 2);
      assert.deepEqual(await position('ana@x.example'), { state: 'askedAgain' });
      assert.equal(await members.hasLeft('ana@x.example'), false);
      assert.deepEqual(await Array.fromAsync(waitlist.entries()), []);
      await members.leave('ana@x.example', NOON + 3);
      assert.deepEqual(await position('ana@x.example'), { state: 'left' });
      assert.equal(await members.hasLeft('ana@x.example'), true);
      assert.equal(await members.confirm('ana@x.example', NOON + 4), true);
      assert.equal((await memberPosition('ana@x.example')).position, 1);
    });

    test('an erased address is in no table any more, and its friends are still members', async () => {
      const { members, waitlist } = database.storage;
      const ana = await confirm('ana@x.example');
      const ben = await confirm('ben@x.example', ana);
      await confirm('cy@x.example', ben);
      await ask('ben@x.example');
      await waitlist.join('ben@x.example', NOON, { via: undefined });
      assert.equal(await waitlist.erase('ben@x.example', NOON), true);
      assert.equal(await waitlist.erase('ben@x.example', NOON), false);
      assert.equal(await position('ben@x.example'), undefined);
      assert.equal(await members.confirm('ben@x.example', NOON), false);
      assert.equal(await friendsOf('ana@x.example'), 0);
      assert.equal((await memberPosition('cy@x.example')).position, 2);
      for (const table of ['ask', 'letter', 'member', 'waitlist'])
        assert.deepEqual(await rowsOf(table, 'ben@x.example'), [], table);
    });

    test('erasing someone who has left also deletes the row of `stopped`', async () => {
      const { members, waitlist } = database.storage;
      await confirm('ana@x.example');
      await members.leave('ana@x.example', NOON);
      assert.equal(await waitlist.erase('ana@x.example', NOON), true);
      assert.equal(await position('ana@x.example'), undefined);
      assert.deepEqual(await query(database.url, 'SELECT * FROM stopped'), []);
      assert.equal(await waitlist.erase('ana@x.example', NOON), false);
    });
  });
}
