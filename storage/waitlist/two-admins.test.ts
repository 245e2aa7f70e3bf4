import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestStorage, query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { openStorage, type Storage } from '../open.ts';

/** The proof `L9` runs 200. */
const ROUNDS = 50;
const CONTROL_ROUNDS = 20;
const AUTHOR = { who: '+15550001111', at: NOON };
const PEOPLE = 2;
const nextPeople = `SELECT member.email FROM member JOIN waitlist ON waitlist.email = member.email
  WHERE state = 0 ORDER BY rank, key DESC LIMIT ${PEOPLE}`;

interface Press {
  storage: Storage;
  url: string;
  /** The newest wave that the admin has seen. */
  seen: number;
  /** 0 or 1. */
  admin: number;
}
/** Lets the next people in. @returns whether it has */
type Take = (press: Press) => Promise<boolean>;

const take: Take = async ({ storage, seen }) =>
  typeof (await storage.waves.take({ people: PEOPLE }, { order: 'place', seen }, AUTHOR)) ===
  'object';

/** Reads who is next, and reserves them without looking again. */
const takeWithoutLock: Take = async ({ url, seen, admin }) => {
  const next = await query(url, nextPeople);
  const id = seen + 1 + admin;
  const emails = next.map(({ email }) => `'${email}'`).join(', ');
  await query(url, `INSERT INTO wave (id, at, people, back) VALUES (${id}, 0, ${next.length}, 0)`);
  await query(url, `UPDATE waitlist SET state = 1, wave = ${id} WHERE email IN (${emails})`);
  return true;
};

/** Adds members, as quickly as possible. */
async function addMembers(
  { letters, waitlist }: Storage,
  url: string,
  count: number,
): Promise<void> {
  await letters.secret();
  const emails = Array.from({ length: count }, (_, n) => `${n}@x.example`);
  await Promise.all(emails.map((email) => waitlist.join(email, NOON)));
  const rows = emails.map(
    (email, n) => `('${email}', (SELECT bytes FROM secret), 'code-${n}', 0, ${n}, 0)`,
  );
  const columns = 'email, mailbox, code, friends, rank, confirmed_at';
  await query(url, `INSERT INTO member (${columns}) VALUES ${rows.join(', ')}`);
}

for (const engine of testEngines) {
  /** @returns how many people were taken twice: their later wave has them, and their earlier one misses them */
  async function takenTwice(act: Take, rounds: number): Promise<number> {
    const { url, remove } = await engine.create();
    await using ends = new AsyncDisposableStack();
    ends.defer(remove);
    const one = ends.use(await openTestStorage(url));
    const two = ends.use(await openStorage(url, 'command'));
    await addMembers(one, url, rounds * (2 * PEOPLE + 1));
    let left = 0;
    let taken = 0;
    for (let round = 0; round < rounds; round++) {
      const seen = (await one.waves.list(1))[0]?.id ?? 0;
      const [next] = await query(url, nextPeople);
      const between = async () => {
        const email = `friend-${round}@x.example`;
        await two.waitlist.join(email, NOON);
        await two.members.confirm(email, NOON);
        if (round % 2 === 0) return;
        // Before or after the reservation.
        await two.members.leave(String(next?.['email']), NOON);
        left++;
      };
      const presses = [one, two].map((storage, admin) => act({ storage, url, seen, admin }));
      const [, ...done] = await Promise.all([between(), ...presses]);
      taken += done.filter(Boolean).length;
    }
    const waves = await one.waves.list(2 * rounds);
    assert.equal(waves.length, taken);
    assert.ok(taken >= rounds / 2, `only ${taken} waves in ${rounds} rounds`);
    const missing = waves.reduce((sum, { gone }) => sum + gone, 0);
    return Math.max(0, missing - left);
  }

  describe(`two admins who press at once on ${engine.name}`, { timeout: 300_000 }, () => {
    test(`never take a person twice, in ${ROUNDS} rounds`, async () => {
      assert.equal(await takenTwice(take, ROUNDS), 0);
    });

    test('would do so without looking again', async () => {
      assert.ok((await takenTwice(takeWithoutLock, CONTROL_ROUNDS)) > 0);
    });
  });
}
