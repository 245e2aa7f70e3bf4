import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createSqliteDatabase } from '../../../testing/databases/sqlite-test-engine.ts';
import { ANA, BEN, openTestInvites } from '../../../testing/databases/test-invites.ts';
import { connect } from '../sqlite/connection.ts';
import { readNow } from '../sqlite/ranking.ts';
import { InviterNames } from './inviter-names.ts';

/** A maximum age below 0: names of any age are too old, so `refresh` reads all names again. */
const NOW = -1;

async function openNames(t: TestContext) {
  const database = await createSqliteDatabase();
  const invites = await openTestInvites({ create: async () => database });
  t.after(() => invites.close());
  const connection = connect(database.file, { readOnly: true });
  t.after(() => connection.close());
  const names = new InviterNames();
  return {
    storage: invites.storage,
    names,
    /** Reads the names of the keys from 1 to the given one. */
    refresh(lastKey: number, maxAgeMs?: number) {
      const keys = Uint32Array.from({ length: lastKey }, (_, n) => n + 1);
      return readNow(connection, names.refresh(keys, maxAgeMs));
    },
    refreshEarly: () => readNow(connection, names.refreshEarly()),
  };
}

test('after a full read the order is kept if no name has changed, and otherwise made again', async (t) => {
  const { storage, names, refresh } = await openNames(t);
  const put = (id: string) => storage.inviters.put({ ...BEN, id, username: id });
  const placesOf = (...keys: number[]) => keys.map((key) => names.places()[key]);

  refresh(2);
  assert.deepEqual(placesOf(1, 2), [1, 2]);
  const places = names.places();
  refresh(2, NOW);
  assert.equal(names.places(), places, 'no name has changed');

  await put('zoe');
  refresh(3);
  await put('bea');
  refresh(4, NOW);
  assert.deepEqual(placesOf(1, 2, 3, 4), [1, 3, 4, 2], 'two inviters were added');

  await storage.inviters.put({ ...ANA, username: 'mia' });
  refresh(4);
  assert.equal(names.has(1, 'mia'), false, 'a changed name is found by a full read only');
  refresh(4, NOW);
  assert.equal(names.has(1, 'mia'), true);
  assert.deepEqual(placesOf(1, 2, 3, 4), [3, 2, 4, 1], 'a name has changed');
});

test('names are read again early in several parts, and a new inviter in a later part is found at once', async (t) => {
  const { storage, names, refresh, refreshEarly } = await openNames(t);
  const person = (n: number) => ({ ...BEN, id: `id-${n}`, username: `name-${n}` });
  await storage.inviters.putAll(Array.from({ length: 4_500 }, (_, n) => person(n)));
  refresh(4_502);
  assert.equal(refreshEarly(), false, 'all have been read just now');

  const changed = [0, 2_500, 4_499].map((n) => ({ ...person(n), username: `other-${n}` }));
  await storage.inviters.putAll([...changed, person(4_500)]);
  refresh(4_503);
  const find = (search: string) =>
    Array.from({ length: 4_600 }, (_, key) => key).filter((key) => names.has(key, search)).length;
  assert.equal(find('name-4500'), 1);
  assert.equal(find('other-'), 1, 'only the part with the new inviter has been read again');

  const later = performance.now() + 6_000;
  t.mock.method(performance, 'now', () => later);
  const found: number[] = [];
  while (refreshEarly()) found.push(find('other-'));
  assert.deepEqual(found, [2, 2, 3, 3, 3]);
});

test('when all inviters of a part have been erased, the order has no name for them', async (t) => {
  const { storage, names, refresh } = await openNames(t);
  const people = Array.from({ length: 2_000 }, (_, n) => ({ ...BEN, id: `id-${n}` }));
  await storage.inviters.putAll(people);
  refresh(2_002);
  for (const { id } of people.slice(-3)) await storage.inviters.erase(id, Date.now());
  refresh(1_999, NOW);
  assert.deepEqual(Array.from(names.places().slice(0, 3)), [0, 1, 2]);
  assert.deepEqual(Array.from(names.places().slice(-3)), [0, 0, 0]);
});
