import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { openTestStorage, query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { sendDue } from '../../testing/databases/test-mail.ts';
import { openStorage } from '../open.ts';

const ROUNDS = 60;
const PEOPLE = 3;
const ADMIN = { who: '+15550001111', at: NOON };
const WHOM = { kind: 'next', people: PEOPLE, withFriends: true } as const;
const NEXT = { subject: 'In', words: 'In.', ...WHOM };
const LATER = NOON + DAY_MS;

for (const engine of testEngines) {
  test(`if two admins send a mailing at the same time, each on another instance, one mailing starts, and no person is in two, on ${engine.name}`, async () => {
    await using ends = new AsyncDisposableStack();
    const { url, remove } = await engine.create();
    ends.defer(remove);
    const one = ends.use(await openTestStorage(url));
    const two = ends.use(await openStorage(url, 'command'));
    const emails = Array.from({ length: ROUNDS * PEOPLE }, (_, n) => `p@${n}.example`);
    await Promise.all(emails.map((email) => one.waitlist.join(email, NOON)));
    for (const email of emails) await one.members.confirm(email, NOON);
    await one.audit.record(ADMIN, 'test-mailing');
    const sent: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const between = async () => {
        const email = `friend@${round}.friend.example`;
        const inviter = await two.members.position(`p@${(round + 2) * PEOPLE}.example`);
        const via = inviter?.state === 'confirmed' ? inviter.code : undefined;
        await two.waitlist.join(email, NOON, { via });
        await two.letters.queue(NOON);
        await two.members.confirm(email, NOON);
        await two.members.leave(`p@${round * PEOPLE}.example`, NOON);
      };
      const presses = [one, two].map(({ mailings }) => mailings.send(NEXT, ADMIN));
      const [, ...results] = await Promise.all([between(), ...presses]);
      const begun = results.filter((result) => typeof result === 'object');
      assert.ok(begun.length <= 1, JSON.stringify(results));
      // Both take letters at the same time until none is due.
      const turns = await Promise.all([one, two].map((storage) => sendDue(storage, LATER)));
      sent.push(...turns.flat().map(({ id }) => id));
    }
    assert.equal(new Set(sent).size, sent.length, 'no letter was begun twice');
    assert.ok(sent.length > ROUNDS, `only ${sent.length} letters`);
    const twice =
      "SELECT email FROM letter WHERE mailing IS NOT NULL AND email <> '' GROUP BY email HAVING count(*) > 1";
    assert.deepEqual(await query(url, twice), []);
    const unreached = `SELECT email FROM waitlist WHERE state = 2 AND NOT EXISTS (
        SELECT 1 FROM letter WHERE letter.email = waitlist.email AND mailing IS NOT NULL AND letter.state = 2)`;
    assert.deepEqual(await query(url, unreached), []);
    assert.deepEqual((await one.recount()).differences, []);
  });
}
