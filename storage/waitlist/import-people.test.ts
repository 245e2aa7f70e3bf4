import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { silentWatch } from '../../testing/databases/test-moves.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';
import type { ListedPerson } from './import-people.ts';

const ADMIN = { who: 'command line', at: NOON };
const listed = (name: string, joinedAt: number, confirmedAt?: number): ListedPerson => ({
  email: `${name}@${name}.example`,
  joinedAt,
  confirmedAt,
});

for (const engine of testEngines) {
  describe(`people of a list that was kept elsewhere, on ${engine.name},`, () => {
    const database = storageForEachTest(engine);

    test('are added with their times, behind the members; who has left or was erased is not', async () => {
      const { waitlist, members, recount } = database.storage;
      for (const name of ['ana', 'ben', 'cy']) {
        await waitlist.join(`${name}@${name}.example`, NOON);
        await members.confirm(`${name}@${name}.example`, NOON);
      }
      await members.leave('ben@ben.example', NOON);
      // After 90 days only `stopped` knows it.
      await query(database.url, 'DELETE FROM erasure');
      await waitlist.erase('cy@cy.example', NOON);
      const people = [
        ...[listed('eve', 5, 7), listed('dan', 6, 9), listed('fay', 8)],
        ...['ana', 'ben', 'cy'].map((name) => listed(name, 1, 2)),
      ];
      const sorted = await waitlist.sortPeople(people);
      assert.deepEqual(sorted, { added: 3, confirmed: 2, known: 1, departed: 2 });
      assert.equal(await waitlist.importPeople(people, ADMIN), 3);
      assert.equal(await waitlist.importPeople(people, ADMIN), 0);
      const all = await Array.fromAsync(waitlist.entries());
      const rows = all.map(({ email, joinedAt, requests, position, member }) =>
        [email[0], joinedAt, requests, position, member?.confirmedAt].join(' '),
      );
      assert.deepEqual(rows, [`a ${NOON} 1 1 ${NOON}`, 'd 6 1 3 9', 'e 5 1 2 7', 'f 8 0  ']);
      assert.deepEqual((await recount()).differences, []);
    });

    test('get a letter only after an admin asks them, each once, also if mail was turned on before', async () => {
      const { waitlist, letters, launch } = database.storage;
      const queued = async () => {
        await letters.queue(NOON);
        return (await letters.list({ limit: 9 }))
          .map(({ kind, email }) => `${kind} ${email[0]}`)
          .sort();
      };
      await letters.begin(10);
      await waitlist.importPeople([listed('ana', 5), listed('ben', 20), listed('cy', 5, 6)], ADMIN);
      assert.deepEqual(await queued(), []);
      assert.equal(await launch.askUnconfirmed(2, ADMIN), undefined);
      assert.deepEqual(await queued(), ['earlier a', 'earlier b']);
      await waitlist.importPeople([listed('dan', 30)], ADMIN);
      assert.equal(await launch.askUnconfirmed(1, ADMIN), undefined);
      assert.equal((await launch.figures()).unasked, 0);
      assert.deepEqual(await queued(), ['earlier a', 'earlier b', 'earlier d']);
    });

    test('are one line of the audit, however many steps they need', async () => {
      const { waitlist, audit } = database.storage;
      const people = Array.from({ length: 450 }, (_, n) => listed(`p${n}`, 5, 6));
      const watch = silentWatch();
      assert.equal(await waitlist.importPeople(people, ADMIN, watch), 450);
      assert.deepEqual(watch.reported, [200, 400, 450], 'each step is a transaction');
      const entries = (await audit.entries()).map(({ act, detail }) => `${act}: ${detail}`);
      assert.deepEqual(entries, ['import-people: 450 people']);
    });
  });
}
