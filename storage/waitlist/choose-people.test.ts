import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE_MS } from '../../contract/durations.ts';
import { type Phone, phones } from '../../contract/phones.ts';
import type { NextPeople } from '../../contract/team-waitlist.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf, sendDue } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';
import { RandomValues } from '../../testing/random-values.ts';

const ADMIN = { who: '+15550001111', at: NOON };
const TEXT = { subject: 'You are in', words: 'Welcome.' };
const LISTS = 4;
const CHOICES = 9;
/** Each has its own domain, because letters to one domain are limited. */
const addressOf = (name: string | number) => `p@${name}.example`;

/** A person on the waitlist who has confirmed. */
interface Person {
  email: string;
  key: number;
  rank: number;
  via: number | null;
  state: number;
  phone: Phone | null;
}

/** A plain model of the rule, over the whole list. */
function expectChoice(
  all: readonly Person[],
  { people, phone, withFriends }: NextPeople,
): { emails: string[]; knowing: number } {
  const inOrder = all.toSorted((a, b) => a.rank - b.rank || b.key - a.key);
  const waiting = inOrder.filter((one) => one.state === 0 && (!phone || one.phone === phone));
  const areFriends = (a: Person, b: Person) => a.via === b.key || b.via === a.key;
  const chosen: Person[] = [];
  const knows = (one: Person) =>
    all.some((other) => areFriends(one, other) && (other.state >= 2 || chosen.includes(other)));
  for (const one of waiting) {
    if (chosen.includes(one)) continue;
    chosen.push(one);
    const friends = waiting.filter((other) => areFriends(one, other));
    if (withFriends && !knows(one)) chosen.push(...friends.slice(0, 1));
  }
  const last = chosen.slice(0, people);
  return {
    emails: last.map(({ email }) => email),
    knowing: last.filter((one) =>
      all.some((other) => areFriends(one, other) && (other.state >= 2 || last.includes(other))),
    ).length,
  };
}

function expectFigures(all: readonly Person[], next: NextPeople) {
  const byPosition = expectChoice(all, { ...next, withFriends: false });
  return { knowing: expectChoice(all, next).knowing, byPosition: byPosition.knowing };
}

for (const engine of testEngines) {
  describe(`the next people with their friends on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { confirm, memberPosition } = lettersOf(database);

    async function readPeople(): Promise<Person[]> {
      const rows = await query(
        database.url,
        `SELECT member.email, key, rank, via_member AS via, state, phone FROM member
          JOIN waitlist ON waitlist.email = member.email ORDER BY key`,
      );
      return rows.map(({ email, key, rank, via, state, phone }) => ({
        email: String(email),
        key: Number(key),
        rank: Number(rank),
        state: Number(state),
        via: via === null ? null : Number(via),
        phone: phones[Number(phone ?? -1)] ?? null,
      }));
    }
    const newestWave = async () => (await database.storage.waves.list(1))[0]?.id ?? 0;
    async function take(next: NextPeople) {
      const seen = await newestWave();
      return await database.storage.waves.take(next, { order: 'position', seen }, ADMIN);
    }
    async function chosenBy(next: NextPeople): Promise<string[]> {
      const taken = await take(next);
      assert.ok(typeof taken === 'object' && 'id' in taken, JSON.stringify(taken));
      return await database.storage.waves.people(taken.id);
    }

    /** Sends a mailing to the next people, and the letters of some of them. The others are set back. */
    async function mail(next: NextPeople, count: number) {
      const { mailings, audit } = database.storage;
      const figures = await mailings.figures('next', next);
      await audit.record(ADMIN, 'test-mailing');
      const { people: most, ...choice } = next;
      const whom = { ...choice, most, people: figures.people };
      const sent = await mailings.send({ ...TEXT, kind: 'next', ...whom }, ADMIN);
      assert.ok(typeof sent === 'object' && 'id' in sent, JSON.stringify(sent));
      const people = await database.storage.waves.people(sent.wave ?? 0);
      await sendDue(database.storage, NOON + 10 * MINUTE_MS, count);
      await mailings.end(ADMIN);
      return { figures, people };
    }

    /** By position: ana and dan, who have invited friends, then one whose address gets no letter, ben, cy, eve. */
    async function join(): Promise<void> {
      const ana = await confirm(addressOf('ana'));
      await confirm('p@no-dot');
      for (const name of ['ben', 'cy']) await confirm(addressOf(name));
      const dan = await confirm(addressOf('dan'));
      await confirm(addressOf('eve'));
      for (const name of ['ana-1', 'ana-2']) await confirm(addressOf(name), ana);
      await confirm(addressOf('dan-1'), dan);
    }
    const names = (...some: string[]) => some.map(addressOf).toSorted();

    test('a chosen person without a friend who is let in brings the friend with the best position; the next choice is by position', async () => {
      await join();
      const four = { people: 4, withFriends: true };
      assert.partialDeepStrictEqual(await database.storage.mailings.figures('next', four), {
        people: 4,
        friends: { knowing: 4, byPosition: 0 },
      });
      assert.deepEqual(await chosenBy(four), names('ana', 'ana-1', 'dan', 'dan-1'));
      const { code } = await memberPosition(addressOf('eve'));
      for (const name of ['eve-1', 'eve-2']) await confirm(addressOf(name), code);
      assert.deepEqual(await chosenBy({ people: 2 }), names('ben', 'eve'));
    });

    /** Some people join, by the link of a friend or not; leave; use the app; or are set back. */
    async function disturb(random: RandomValues, joining: number, share: number): Promise<void> {
      for (let n = 0; n < joining; n++) {
        const members = await query(database.url, 'SELECT code FROM member ORDER BY key');
        const isFriend = members.length > 0 && random.happens(share);
        const via = isFriend ? String(random.pick(members)['code']) : undefined;
        const email = addressOf(`${members.length}-${random.upTo(1_000_000)}`);
        await confirm(email, via);
        if (random.happens(0.8))
          await database.storage.members.choosePhone(email, random.pick(phones));
      }
      const { members, personStates } = database.storage;
      const email = () => readPeople().then((people) => random.pick(people).email);
      if (random.happens(0.4)) await members.leave(await email(), NOON);
      if (random.happens(0.3))
        await personStates.arrive([{ email: await email(), at: NOON }], NOON);
      if (random.happens(0.3)) await personStates.back(await email(), ADMIN);
    }

    /** Lets the next people in, by a wave or a mailing, which may be taken back. */
    async function letIn(next: NextPeople, random: RandomValues) {
      if (random.happens(0.5)) return await mail(next, random.upTo(next.people + 2));
      const taken = await take(next);
      if (typeof taken === 'string' || !('id' in taken)) return taken;
      const { waves } = database.storage;
      const people = await waves.people(taken.id);
      if (random.happens(0.7)) await waves.invite(taken.id, ADMIN);
      if (random.happens(0.3)) await waves.undo(taken.id, ADMIN);
      return { people };
    }

    const lists = Array.from({ length: LISTS }, (_, n) => ({ seed: n + 1, share: n / LISTS }));
    for (const { seed, share } of lists) {
      test(`a random list keeps order and figures if ${100 * share} % join by a friend`, async () => {
        const random = new RandomValues(seed);
        await disturb(random, 40, share);
        for (let n = 0; n < CHOICES; n++) {
          const phone = random.happens(0.3) ? random.pick(phones) : undefined;
          const next = { people: 1 + random.upTo(9), phone, withFriends: random.happens(0.7) };
          await chooseAndCompare(next, random);
          assert.deepEqual((await database.storage.recount()).differences, []);
          await disturb(random, random.upTo(7), share);
        }
      });
    }

    async function chooseAndCompare(next: NextPeople, random: RandomValues): Promise<void> {
      const before = await readPeople();
      const expected = expectChoice(before, next);
      const done = await letIn(next, random);
      if (expected.emails.length < next.people && !('people' in Object(done))) return;
      assert.ok(typeof done === 'object' && 'people' in done, JSON.stringify(done));
      assert.deepEqual(done.people, expected.emails.toSorted());
      if ('figures' in done && next.withFriends)
        assert.deepEqual(done.figures.friends, expectFigures(before, next));
    }
  });
}
