// Long because it has every change of a state of people, on both engines.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, dayOf } from '../../contract/durations.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';
import { NOT_WAITING } from '../people/positions.ts';
import type { WaveOrder } from './next-people.ts';
import type { Wave } from './waves.ts';

const AUTHOR = { who: '+15550001111', at: NOON };
const NOBODY = { reserved: 0, invited: 0, in: 0, back: 0, gone: 0 };

for (const engine of testEngines) {
  describe(`letting people in on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { ask, confirm, position, memberPosition } = lettersOf(database);

    async function take(people: number, seen = 0, order: WaveOrder = 'position'): Promise<Wave> {
      const taken = await database.storage.waves.take({ people }, { order, seen }, AUTHOR);
      assert.ok(typeof taken === 'object' && 'id' in taken, JSON.stringify(taken));
      return taken;
    }
    const peopleOf = (wave: number) => database.storage.waves.people(wave);
    const countsOf = async (wave: number) => {
      const found = await database.storage.waves.find(wave);
      const { reserved, invited, back, gone } = found ?? {};
      return { reserved, invited, in: found?.in, back, gone };
    };
    const stateOf = async (email: string) => (await position(email))?.state;
    const arrive = (...emails: string[]) =>
      database.storage.personStates.arrive(
        emails.map((email) => ({ email, at: NOON })),
        NOON,
      );
    const agrees = async () => assert.deepEqual((await database.storage.recount()).differences, []);

    test('finds nobody by a text that no address can be', async () => {
      assert.equal(await database.storage.personStates.back('ana\0@x.example', AUTHOR), undefined);
    });

    test('takes members by position, who read that they are in once the whole file was downloaded', async () => {
      const { waves } = database.storage;
      const ana = await confirm('ana@x.example');
      await confirm('ben@x.example');
      await confirm('cy@x.example');
      await confirm('friend@x.example', ana);
      await ask('asked@x.example');
      assert.equal(await waves.waiting('position'), 4);
      const reserved = await take(2);
      assert.deepEqual(
        [reserved.id, reserved.people, reserved.reserved, reserved.who, reserved.takenAt],
        [1, 2, 2, AUTHOR.who, null],
      );
      assert.deepEqual(await peopleOf(1), ['ana@x.example', 'ben@x.example']);
      // Nothing has reached them yet.
      assert.equal((await memberPosition('ben@x.example')).position, 2);
      assert.equal((await memberPosition('cy@x.example')).waiting, 4);
      assert.equal(await waves.waiting('position'), 2);
      const invited = await waves.invite(1, { ...AUTHOR, at: NOON + 1 });
      assert.ok(typeof invited === 'object');
      assert.deepEqual([invited.reserved, invited.invited, invited.takenAt], [0, 2, NOON + 1]);
      assert.equal(await stateOf('ana@x.example'), 'invited');
      const { position: first, waiting } = await memberPosition('cy@x.example');
      assert.deepEqual([first, waiting], [1, 2]);
      assert.deepEqual(await waves.invite(1, AUTHOR), invited, 'a second time changes nothing');
      assert.deepEqual(await peopleOf((await take(2, 1)).id), ['cy@x.example', 'friend@x.example']);
      await agrees();
    });

    test('takes everybody by the time of the sign-up on a site that sends no mail, except addresses that no store takes', async () => {
      const { waitlist, waves } = database.storage;
      const emails = ['c@x.example', 'no-dot@x', 'a@x.example', '=1+1@x.example', 'b@x.example'];
      for (const [n, email] of emails.entries()) await waitlist.join(email, NOON + n);
      await take(2, 0, 'joined');
      assert.deepEqual(await peopleOf(1), ['a@x.example', 'c@x.example']);
      assert.deepEqual(await waves.take({ people: 2 }, { order: 'joined', seen: 1 }, AUTHOR), {
        waiting: 1,
      });
      assert.deepEqual(await waves.take({ people: 1 }, { order: 'position', seen: 1 }, AUTHOR), {
        waiting: 0,
      });
      assert.equal((await waves.list(9)).length, 1);
    });

    test('reserves nobody if there is a wave that the admin has not seen', async () => {
      const { waves, audit } = database.storage;
      for (const name of ['ana', 'ben', 'cy']) await confirm(`${name}@x.example`);
      await take(1);
      for (const seen of [0, 2, 3]) {
        assert.equal(
          await waves.take({ people: 1 }, { order: 'position', seen }, AUTHOR),
          'changed',
        );
      }
      assert.equal(await waves.waiting('position'), 2);
      const acts = (await audit.entries()).map(({ act, detail }) => [act, detail]);
      assert.deepEqual(acts, [['take-people', '1 people, wave 1']]);
    });

    test('moves people back to their earlier positions, plus the positions for friends who came meanwhile', async () => {
      const { waves, members } = database.storage;
      const codes: string[] = [];
      for (let n = 0; n < 25; n++) codes.push(await confirm(`m${n}@x.example`));
      await take(25);
      await waves.invite(1, AUTHOR);
      await arrive('m3@x.example');
      await members.leave('m4@x.example', NOON);
      await database.storage.waitlist.erase('m5@x.example', NOON);
      await confirm('friend@x.example', codes[20]);
      assert.equal((await memberPosition('friend@x.example')).position, 1);
      assert.deepEqual(await countsOf(1), { ...NOBODY, invited: 22, in: 1, gone: 2 });
      const { personStates } = database.storage;
      assert.equal(await personStates.back('m7@x.example', AUTHOR), 'invited');
      assert.equal(await personStates.back('m7@x.example', AUTHOR), 'waiting');
      assert.equal(await personStates.back('nobody@x.example', AUTHOR), undefined);
      assert.deepEqual(await countsOf(1), { ...NOBODY, invited: 21, in: 1, back: 1, gone: 2 });
      const undone = await waves.undo(1, AUTHOR);
      assert.ok(typeof undone === 'object' && undone.undoneAt === NOON);
      assert.deepEqual(await countsOf(1), { ...NOBODY, in: 1, back: 22, gone: 2 });
      for (const again of [waves.undo, waves.invite])
        assert.equal(await again(1, AUTHOR), 'undone');
      for (const act of [waves.undo, waves.invite]) assert.equal(await act(2, AUTHOR), 'unknown');
      assert.equal(await stateOf('m3@x.example'), 'invited');
      const waiting = [...Array(25).keys()].filter((n) => ![3, 4, 5, 20].includes(n));
      // The friend moved number 20 up by 10.
      const order = [...waiting.filter((n) => n < 10), 20, ...waiting.filter((n) => n >= 10)];
      for (const [index, n] of order.entries()) {
        assert.equal((await memberPosition(`m${n}@x.example`)).position, index + 1, `m${n}`);
      }
      assert.equal(await personStates.back('m3@x.example', AUTHOR), 'in');
      assert.equal((await memberPosition('m3@x.example')).position, 4);
      assert.deepEqual(await countsOf(1), { ...NOBODY, back: 23, gone: 2 });
      await agrees();
    });

    test('leaves out whom the app reports as in, from every state, and forgets others', async () => {
      const { waves, personStates } = database.storage;
      for (const name of ['waits', 'reserved', 'invited', 'later'])
        await confirm(`${name}@x.example`);
      await ask('asked@x.example');
      assert.equal(await personStates.reportedAt(), undefined);
      await arrive('waits@x.example', 'nobody@x.example', 'asked@x.example');
      await take(2);
      await personStates.back('reserved@x.example', AUTHOR);
      await waves.invite(1, AUTHOR);
      await take(1, 1);
      assert.deepEqual(await peopleOf(2), ['reserved@x.example']);
      await arrive('reserved@x.example', 'invited@x.example');
      await personStates.arrive([{ email: 'invited@x.example', at: NOON + DAY_MS }], NOON + 1);
      assert.equal(await personStates.reportedAt(), NOON + 1);
      await waves.invite(2, AUTHOR);
      assert.deepEqual(await countsOf(2), { ...NOBODY, in: 1 });
      assert.equal((await memberPosition('later@x.example')).position, 1);
      // Who has not confirmed may do so later, and is still in.
      assert.equal(await stateOf('asked@x.example'), 'invited');
      assert.equal(await database.storage.members.confirm('asked@x.example', NOON), true);
      assert.equal(await stateOf('asked@x.example'), 'invited');
      assert.equal((await memberPosition('later@x.example')).waiting, 1);
      await agrees();
      const all = { search: '', order: 'address', from: 0 } as const;
      const { rows } = await database.storage.teamWaitlist.page(all);
      assert.deepEqual(
        rows.map((row) => `${row.email.split('@')[0]} ${row.state} ${row.wave} ${row.position}`),
        [
          'asked in null undefined',
          'invited in 1 undefined',
          'later waiting null 1',
          'reserved in 2 undefined',
          'waits in null undefined',
        ],
      );
    });

    test('is counted by the days of the waitlist, and by its figures', async () => {
      const { waves, teamWaitlist, personStates } = database.storage;
      for (const name of ['ana', 'ben', 'cy']) await confirm(`${name}@x.example`);
      await take(2);
      await waves.invite(1, AUTHOR);
      await personStates.arrive([{ email: 'ana@x.example', at: NOON + DAY_MS }], NOON);
      const { sums, days } = await teamWaitlist.count();
      const counted = { onList: 3, confirmed: 3, left: 0, invited: 1, in: 1 };
      assert.partialDeepStrictEqual(sums, counted);
      const today = dayOf(NOON);
      assert.partialDeepStrictEqual(days, [
        { day: today, invited: 1, arrived: 0 },
        { day: today + 1, invited: 0, arrived: 1 },
      ]);
    });

    test('is checked by recount', async () => {
      const differences = async () => (await database.storage.recount()).differences;
      for (const name of ['ana', 'ben', 'cy', 'dan']) await confirm(`${name}@x.example`);
      await take(2);
      await database.storage.waves.invite(1, AUTHOR);
      await take(1, 1);
      assert.deepEqual(await differences(), []);
      const change = (statement: string) => query(database.url, `UPDATE ${statement}`);
      const of = (name: string) => `WHERE email = '${name}@x.example'`;
      const [{ rank } = {}] = await query(database.url, `SELECT rank FROM member ${of('dan')}`);
      await change(`member SET rank = 1 ${of('ana')}`);
      await change(`member SET rank = ${NOT_WAITING} ${of('dan')}`);
      assert.deepEqual(await differences(), [
        '2 members have a position although they are invited or in, or none although they wait.',
      ]);
      await change(`member SET rank = ${NOT_WAITING} ${of('ana')}`);
      await change(`member SET rank = ${rank} ${of('dan')}`);
      for (const [name, wrong, right] of [
        ['ana', 'state = 1', 'state = 2'],
        ['dan', 'state = 1', 'state = 0'],
        ['cy', 'state = 0', 'state = 1'],
        ['cy', 'wave = 9', 'wave = 2'],
      ] as const) {
        await change(`waitlist SET ${wrong} ${of(name)}`);
        const sentence = '1 people of the waitlist have a state that their wave does not give.';
        assert.ok((await differences()).includes(sentence), `${name} ${wrong}`);
        await change(`waitlist SET ${right} ${of(name)}`);
      }
      assert.deepEqual(await differences(), []);
      await query(database.url, 'UPDATE wave SET people = 1 WHERE id = 1');
      assert.deepEqual(await differences(), ['Wave 1 has 2 people, but should have 1 at most.']);
    });

    test('keeps the phone number of who did it as long as the audit', async () => {
      await confirm('ana@x.example');
      await take(1);
      await database.storage.retention.run(NOON);
      assert.equal((await database.storage.waves.find(1))?.who, AUTHOR.who);
      await query(database.url, 'UPDATE wave SET at = 0');
      await database.storage.retention.run(NOON);
      assert.equal((await database.storage.waves.find(1))?.who, null);
    });
  });
}
