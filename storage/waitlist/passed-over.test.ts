import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NextPeople } from '../../contract/team-waitlist.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { choosePeople } from './choose-people.ts';

const ADMIN = { who: '+15550001111', at: NOON };
const FOUR = { people: 4, withFriends: true };
/** Each has its own domain, because letters to one domain are limited. */
const addressOf = (name: string) => `p@${name}.example`;
const names = (...some: string[]) => some.map(addressOf).toSorted();

for (const engine of testEngines) {
  describe(`people who were passed over on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { confirm, memberPosition } = lettersOf(database);

    async function chosenBy(next: NextPeople): Promise<string[]> {
      const { waves } = database.storage;
      const seen = (await waves.list(1))[0]?.id ?? 0;
      const taken = await waves.take(next, { order: 'place', seen }, ADMIN);
      assert.ok(typeof taken === 'object' && 'id' in taken, JSON.stringify(taken));
      return await waves.people(taken.id);
    }
    async function bring(name: string, ...friends: string[]): Promise<void> {
      const { code } = await memberPosition(addressOf(name));
      for (const friend of friends) await confirm(addressOf(friend), code);
    }

    /** By place: ana and dan, who have invited friends, then ben, cy, eve. A choice of four passes over ben and cy. */
    async function join(): Promise<void> {
      for (const name of ['ana', 'ben', 'cy', 'dan', 'eve']) await confirm(addressOf(name));
      await bring('ana', 'ana-1', 'ana-2');
      await bring('dan', 'dan-1');
    }

    for (const by of ['a file', 'the app’s report']) {
      test(`a person who was passed over and is let in by ${by} has no claim left`, async () => {
        const { waves, personStates } = database.storage;
        await join();
        await chosenBy(FOUR);
        assert.deepEqual(await chosenBy({ people: 2 }), names('ben', 'cy'));
        if (by === 'a file') await waves.invite(2, ADMIN);
        else await personStates.arrive([{ email: addressOf('ben'), at: NOON }], NOON);
        await personStates.back(addressOf('ben'), ADMIN);
        await bring('eve', 'eve-1');
        assert.deepEqual(await chosenBy({ people: 1 }), names('eve'));
      });
    }

    test('an undone wave has passed over nobody, except if some of its people are in', async () => {
      const { members, waves, personStates } = database.storage;
      await join();
      assert.deepEqual(await chosenBy(FOUR), names('ana', 'ana-1', 'dan', 'dan-1'));
      await members.leave(addressOf('dan-1'), NOON);
      await waves.undo(1, ADMIN);
      assert.deepEqual(await chosenBy({ people: 1 }), names('ana'));
      await waves.undo(2, ADMIN);
      assert.deepEqual(await chosenBy({ people: 2, withFriends: true }), names('ana', 'ana-1'));
      await personStates.arrive([{ email: addressOf('ana'), at: NOON }], NOON);
      await waves.undo(3, ADMIN);
      await bring('eve', 'eve-1');
      assert.deepEqual(await chosenBy({ people: 1 }), names('ben'));
    });

    test('a wave whose number was free again has passed over only its own people', async () => {
      const { waitlist, waves } = database.storage;
      await join();
      await chosenBy(FOUR);
      for (const name of ['ana', 'ana-1', 'dan', 'dan-1'])
        await waitlist.erase(addressOf(name), NOON);
      await waves.forgetBy(ADMIN.who);
      await bring('eve', 'eve-1');
      assert.deepEqual(await chosenBy({ people: 1 }), names('eve'));
      await bring('ana-2', 'ana-2-1');
      assert.deepEqual(await chosenBy({ people: 1 }), names('ana-2'));
    });

    test('people who cannot be chosen are read together, without their friends', async () => {
      await join();
      const { db, close } = await openEngine(database.url, 'command');
      let reads = 0;
      const counting = db.withPlugin({
        transformQuery: ({ node }) => {
          reads += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await choosePeople(counting, { people: 1, withFriends: true }, () => undefined);
      await close();
      assert.equal(reads, 2);
    });
  });
}
