import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Phone } from '../../contract/phones.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

const AUTHOR = { who: '+15550001111', at: NOON };
const TEXT = { subject: 'The doors are open', words: 'Come in.' };

for (const engine of testEngines) {
  describe(`phones of people on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { ask, confirm, memberPosition, position } = lettersOf(database);

    const choose = (name: string, phone: Phone) =>
      database.storage.members.choosePhone(`${name}@${name}.example`, phone);
    const phoneOf = async (email: string) => (await memberPosition(email)).phone;
    const take = (people: number, phone: Phone | undefined, seen = 0) =>
      database.storage.waves.take({ people, phone }, { order: 'position', seen }, AUTHOR);
    const acts = async () => (await database.storage.audit.entries()).map(({ detail }) => detail);

    /** Ana, Cy and Eve have an iPhone, Ben and Fay an Android phone; Dan has not answered. In this order. */
    async function six(): Promise<void> {
      for (const name of ['ana', 'ben', 'cy', 'dan', 'eve', 'fay'])
        await confirm(`${name}@${name}.example`);
      for (const name of ['ana', 'cy', 'eve']) await choose(name, 'iphone');
      for (const name of ['ben', 'fay']) await choose(name, 'android');
    }

    test('are counted of those who wait, and of those in a wave', async () => {
      await six();
      await ask('gus@gus.example');
      const { waves } = database.storage;
      const countsOf = async (wave: number) => {
        const { people, iphone, android } = (await waves.find(wave)) ?? {};
        return { people, iphone, android };
      };
      assert.deepEqual(await waves.waitingWith(), { iphone: 3, android: 2 });
      await take(2, 'iphone');
      assert.deepEqual(await waves.waitingWith(), { iphone: 1, android: 2 });
      assert.deepEqual(await countsOf(1), { people: 2, iphone: 2, android: 0 });
      await take(3, undefined, 1);
      assert.deepEqual(await waves.waitingWith(), { iphone: 0, android: 1 });
      assert.deepEqual(await countsOf(2), { people: 3, iphone: 1, android: 1 });
      await waves.undo(1, AUTHOR);
      assert.deepEqual(await waves.waitingWith(), { iphone: 2, android: 1 });
      assert.deepEqual(await countsOf(1), { people: 2, iphone: 0, android: 0 });
    });

    test('are stored for people who have confirmed, and may be changed', async () => {
      await ask('ana@ana.example');
      await choose('ana', 'iphone');
      await confirm('ana@ana.example');
      assert.equal(await phoneOf('ana@ana.example'), null);
      await choose('ana', 'iphone');
      assert.equal(await phoneOf('ana@ana.example'), 'iphone');
      await choose('ana', 'android');
      assert.equal(await phoneOf('ana@ana.example'), 'android');
      await choose('nobody', 'android');
      assert.equal(await position('nobody@nobody.example'), undefined);
    });

    test('go with the person: after coming back, they are unknown again', async () => {
      const { members, waitlist } = database.storage;
      await confirm('ana@ana.example');
      await choose('ana', 'iphone');
      await members.leave('ana@ana.example', NOON);
      await choose('ana', 'iphone');
      assert.deepEqual(await position('ana@ana.example'), { state: 'left' });
      assert.deepEqual(await query(database.url, 'SELECT * FROM member'), []);
      await members.confirm('ana@ana.example', NOON);
      assert.equal(await phoneOf('ana@ana.example'), null);
      await waitlist.erase('ana@ana.example', NOON);
      await choose('ana', 'iphone');
      assert.equal(await position('ana@ana.example'), undefined);
    });

    test('choose whom a wave lets in, also by the time of the sign-up', async () => {
      const { waves } = database.storage;
      await six();
      assert.deepEqual(await take(4, 'iphone'), { waiting: 3 });
      await take(2, 'iphone');
      assert.ok((await acts()).includes('2 people with an iPhone, wave 1'));
      await waves.take({ people: 1, phone: 'android' }, { order: 'joined', seen: 1 }, AUTHOR);
      assert.deepEqual(await waves.people(2), ['ben@ben.example']);
    });

    test('choose whom a mailing to everybody reaches', async () => {
      await six();
      const { audit, mailings } = database.storage;
      assert.equal((await mailings.figures('everybody', { people: 1, phone: 'iphone' })).people, 3);
      await audit.record(AUTHOR, 'test-mailing');
      await mailings.send({ ...TEXT, kind: 'everybody', people: 3, phone: 'iphone' }, AUTHOR);
      const letters = (await Array.fromAsync(mailings.recipients(1, 'waiting'))).flat();
      const names = letters.map(({ email }) => email.split('@')[0]);
      assert.deepEqual(names, ['ana', 'cy', 'eve']);
    });

    test('are counted with those who have confirmed', async () => {
      await six();
      const { teamWaitlist, waitlist } = database.storage;
      const { confirmed, iphone, android } = (await teamWaitlist.count()).sums;
      assert.deepEqual([confirmed, iphone, android], [6, 3, 2]);
      const entries = await Array.fromAsync(waitlist.entries());
      assert.deepEqual(
        entries.map(({ member }) => member?.phone),
        ['iphone', 'android', 'iphone', null, 'iphone', 'android'],
      );
    });
  });
}
