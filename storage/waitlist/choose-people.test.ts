import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE_MS } from '../../contract/durations.ts';
import { type Phone, phones } from '../../contract/phones.ts';
import type { NextPeople } from '../../contract/team-waitlist.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf, PLENTY } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';
import { RandomValues } from '../../testing/random-values.ts';

const ADMIN = { who: '+15550001111', at: NOON };
const TEXT = { subject: 'You are in', words: 'Welcome.' };
/** Whether a wave has let somebody in, or still may. */
const COUNTS = `back < people AND
  (undone_at IS NULL OR wave.id IN (SELECT wave FROM waitlist WHERE wave IS NOT NULL))`;
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
  /** The number of the wave that has passed the person over, if it has let anybody in. */
  passedBy: number | null;
  phone: Phone | null;
}

/** A plain model of the rule, over the whole list. */
function expectChoice(
  all: readonly Person[],
  { people, phone, withFriends }: NextPeople,
): { comeFirst: number } | { emails: string[]; knowing: number; passedOver: string[] } {
  const inOrder = all.toSorted((a, b) => a.rank - b.rank || b.key - a.key);
  const waiting = inOrder.filter((one) => one.state === 0 && (!phone || one.phone === phone));
  const areFriends = (a: Person, b: Person) => a.via === b.key || b.via === a.key;
  const chosen: Person[] = waiting.filter(({ passedBy }) => passedBy !== null);
  if (chosen.length > people) return { comeFirst: chosen.length };
  const knows = (one: Person) =>
    all.some((other) => areFriends(one, other) && (other.state >= 2 || chosen.includes(other)));
  const walk = (one: Person) => {
    if (!chosen.includes(one)) chosen.push(one);
    const friends = waiting.filter((other) => areFriends(one, other));
    if (withFriends && !knows(one)) chosen.push(...friends.slice(0, 1));
  };
  for (const one of [...chosen]) if (chosen.length < people) walk(one);
  for (const one of waiting) if (chosen.length < people && !chosen.includes(one)) walk(one);
  const last = chosen.slice(0, people);
  return {
    emails: last.map(({ email }) => email),
    knowing: last.filter((one) =>
      all.some((other) => areFriends(one, other) && (other.state >= 2 || last.includes(other))),
    ).length,
    passedOver: waiting
      .slice(0, people)
      .filter((one) => !last.includes(one))
      .map(({ email }) => email),
  };
}

function expectFigures(all: readonly Person[], next: NextPeople) {
  const [chosen, byPlace] = [
    expectChoice(all, next),
    expectChoice(all, { ...next, withFriends: false }),
  ];
  assert.ok('emails' in chosen && 'emails' in byPlace);
  return {
    ...{ knowing: chosen.knowing, byPlace: byPlace.knowing },
    passedOver: chosen.passedOver.length,
  };
}

for (const engine of testEngines) {
  describe(`the next people with their friends on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { confirm, memberPosition } = lettersOf(database);

    async function readPeople(): Promise<Person[]> {
      const rows = await query(
        database.url,
        `SELECT member.email, key, rank, via_member AS via, state, phone, wave.id AS passed FROM member
          JOIN waitlist ON waitlist.email = member.email
          LEFT JOIN wave ON wave.id = passed_by AND ${COUNTS} ORDER BY key`,
      );
      const numberOrNull = (value: unknown) => (value === null ? null : Number(value));
      return rows.map(({ email, key, rank, via, state, phone, passed }) => ({
        ...{ email: String(email), key: Number(key), rank: Number(rank), state: Number(state) },
        ...{ via: numberOrNull(via), passedBy: numberOrNull(passed) },
        phone: phones[Number(phone ?? -1)] ?? null,
      }));
    }
    const newestWave = async () => (await database.storage.waves.list(1))[0]?.id ?? 0;
    async function take(next: NextPeople) {
      const seen = await newestWave();
      return await database.storage.waves.take(next, { order: 'place', seen }, ADMIN);
    }
    async function chosenBy(next: NextPeople): Promise<string[]> {
      const taken = await take(next);
      assert.ok(typeof taken === 'object' && 'id' in taken, JSON.stringify(taken));
      return await database.storage.waves.people(taken.id);
    }

    /** Sends a mailing to the next people, and the letters of some of them. The others are set back. */
    async function mail(next: NextPeople, letters: number) {
      const { mailings, mailingLetters, audit } = database.storage;
      const figures = await mailings.figuresOfNext(next);
      if ('comeFirst' in figures) return figures;
      await audit.record(ADMIN, 'test-mailing');
      const { people: most, ...choice } = next;
      const whom = { ...choice, most, people: figures.people };
      const sent = await mailings.send({ ...TEXT, kind: 'next', ...whom }, ADMIN);
      assert.ok(typeof sent === 'object' && 'id' in sent, JSON.stringify(sent));
      const people = await database.storage.waves.people(sent.wave ?? 0);
      for (let n = 0; n < letters; n++) {
        const turn = await mailingLetters.takeTurn(PLENTY, NOON + 10 * MINUTE_MS);
        if (typeof turn === 'string') break;
        await mailingLetters.finish(turn.id, { state: 'accepted', reply: '', at: NOON });
      }
      await mailings.end(ADMIN);
      return { figures, people };
    }

    /** By place: ana and dan, who have invited friends, then ben, cy, eve. */
    async function join(): Promise<void> {
      const ana = await confirm(addressOf('ana'));
      for (const name of ['ben', 'cy']) await confirm(addressOf(name));
      const dan = await confirm(addressOf('dan'));
      await confirm(addressOf('eve'));
      for (const name of ['ana-1', 'ana-2']) await confirm(addressOf(name), ana);
      await confirm(addressOf('dan-1'), dan);
    }
    const names = (...some: string[]) => some.map(addressOf).toSorted();
    const four = { people: 4, withFriends: true };

    test('each lonely person brings the friend with the best place, and those passed over come first', async () => {
      await join();
      assert.deepEqual(await database.storage.mailings.figuresOfNext(four), {
        people: 4,
        friends: { knowing: 4, byPlace: 0, passedOver: 2 },
      });
      assert.deepEqual(await chosenBy(four), names('ana', 'ana-1', 'dan', 'dan-1'));
      assert.deepEqual(await take({ people: 1 }), { comeFirst: 2 });
      assert.deepEqual(await mail({ people: 1 }, 0), { comeFirst: 2 });
      assert.equal((await database.storage.waves.list(9)).length, 1);
      // Who invites friends meanwhile does not come before them.
      const { code } = await memberPosition(addressOf('eve'));
      for (const name of ['eve-1', 'eve-2']) await confirm(addressOf(name), code);
      assert.deepEqual(await chosenBy({ people: 2 }), names('ben', 'cy'));
      assert.deepEqual(await chosenBy({ people: 1, withFriends: true }), names('eve'));
    });

    test('a choice whose people all wait again has passed over nobody', async () => {
      await join();
      await mail(four, 0);
      assert.deepEqual(await chosenBy({ people: 1 }), names('ana'));
      await database.storage.waves.undo(2, ADMIN);
      await mail(four, 1);
      assert.deepEqual(await take({ people: 1 }), { comeFirst: 2 });
      assert.deepEqual(await chosenBy({ people: 2 }), names('ben', 'cy'));
    });

    test('one person with 500 made-up friends brings one of them', async () => {
      const [hub] = [await confirm(addressOf('hub')), await confirm(addressOf('ana'))];
      await confirm(addressOf('first'), hub);
      const made = Array.from({ length: 500 }, (_, n) => addressOf(`made-up-${n}`));
      const rows = (row: (email: string, n: number) => string) => made.map(row).join(', ');
      await query(
        database.url,
        `INSERT INTO waitlist (email, joined_at, requests) VALUES ${rows((email) => `('${email}', 0, 1)`)}`,
      );
      await query(
        database.url,
        `INSERT INTO member (email, mailbox, code, friends, rank, confirmed_at, via_member)
          SELECT email, CAST(email AS ${engine.name === 'SQLite' ? 'BLOB' : 'bytea'}), email, 0, 9999, 0,
            (SELECT key FROM member WHERE email = '${addressOf('hub')}') FROM waitlist WHERE email LIKE '%made-up%'`,
      );
      for (const name of ['ben', 'cy']) await confirm(addressOf(name));
      const chosen = await chosenBy({ people: 5, withFriends: true });
      assert.deepEqual(chosen, names('ana', 'ben', 'cy', 'first', 'hub'));
    });

    /** Some people join, by the link of a friend or not; leave; use the app; or are set back. */
    async function disturb(
      random: RandomValues,
      joining: number,
      share: number,
      owed = new Map<string, number>(),
    ): Promise<void> {
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
      await forgetLetIn(owed);
      if (random.happens(0.3)) await personStates.back(await email(), ADMIN);
    }

    /** Who is let in is owed nothing, even if they are set back later. */
    async function forgetLetIn(owed: Map<string, number>): Promise<void> {
      for (const { email, state } of await readPeople()) if (state >= 2) owed.delete(email);
    }

    /** Lets the next people in, by a wave or a mailing, which may be taken back. */
    async function letIn(next: NextPeople, random: RandomValues, owed: Map<string, number>) {
      if (random.happens(0.5)) return await mail(next, random.upTo(next.people + 2));
      const taken = await take(next);
      if (typeof taken === 'string' || !('id' in taken)) return taken;
      const { waves } = database.storage;
      const people = await waves.people(taken.id);
      if (random.happens(0.7)) await waves.invite(taken.id, ADMIN);
      await forgetLetIn(owed);
      if (random.happens(0.3)) await waves.undo(taken.id, ADMIN);
      return { people };
    }

    const lists = Array.from({ length: LISTS }, (_, n) => ({ seed: n + 1, share: n / LISTS }));
    for (const { seed, share } of lists) {
      test(`a random list keeps order, bound and figures if ${100 * share} % join by a friend`, async () => {
        const random = new RandomValues(seed);
        await disturb(random, 40, share);
        /** Who was passed over, and by which wave. */
        const owed = new Map<string, number>();
        for (let n = 0; n < CHOICES; n++) {
          const phone = random.happens(0.3) ? random.pick(phones) : undefined;
          const next = { people: 1 + random.upTo(9), phone, withFriends: random.happens(0.7) };
          await chooseAndCompare(next, random, owed);
          assert.deepEqual((await database.storage.recount()).differences, []);
          await disturb(random, random.upTo(7), share, owed);
        }
      });
    }

    /** Those who were passed over by a wave that has let somebody in. */
    async function readFirst(
      people: readonly Person[],
      { phone: asked }: NextPeople,
      owed: Map<string, number>,
    ): Promise<Person[]> {
      const rows = await query(database.url, `SELECT id FROM wave WHERE NOT (${COUNTS})`);
      const undone = new Set(rows.map(({ id }) => Number(id)));
      return people.filter(({ email, state, phone }) => {
        const wave = owed.get(email);
        return wave && !undone.has(wave) && state === 0 && (!asked || phone === asked);
      });
    }

    async function chooseAndCompare(
      next: NextPeople,
      random: RandomValues,
      owed: Map<string, number>,
    ): Promise<void> {
      const before = await readPeople();
      const first = await readFirst(before, next, owed);
      const expected = expectChoice(before, next);
      const done = await letIn(next, random, owed);
      if ('comeFirst' in expected) {
        assert.deepEqual(done, { comeFirst: first.length });
        assert.deepEqual(done, expected);
        return;
      }
      if (expected.emails.length < next.people && !('people' in Object(done))) return;
      assert.ok(typeof done === 'object' && 'people' in done, JSON.stringify(done));
      assert.deepEqual(done.people, expected.emails.toSorted());
      if ('figures' in done && next.withFriends)
        assert.deepEqual(done.figures.friends, expectFigures(before, next));
      for (const { email } of first) assert.ok(done.people.includes(email), `${email} is first`);
      if (first.length === 0) assert.ok(expected.passedOver.length <= next.people / 2);
      const wave = await newestWave();
      for (const email of expected.passedOver) owed.set(email, wave);
    }
  });
}
