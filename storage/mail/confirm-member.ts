import { randomInt } from 'node:crypto';
import { type CompiledQuery, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { hasAny } from '../tables.ts';
import { codeOf, letterKinds } from './letter.ts';
import { countFriends } from './positions.ts';
import { hasLeftRow, lockAddress, lockLeft } from './remove-address.ts';
import { subjectsOf } from './subjects.ts';

/** See `MEMBER_CODE`. */
const CODE_CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const CODE_LENGTH = 8;
/** An attempt fails if its random code exists already, or if another address of the mailbox gives the credit first. */
const MAX_ATTEMPTS = 5;

/** See `Members.confirm`. */
export async function confirmMember(engine: Engine, email: string, at: number): Promise<boolean> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (await hasAny(engine.db, 'member', sql`email = ${email}`)) return true;
    const { before, insertion, after } = await confirmation(engine, email, at);
    const changes = await engine.write([...before, insertion, ...after]);
    // Do not read the member again: a member who has left meanwhile would not be found, and would be confirmed again.
    if (changes[before.length]) return true;
    const [locked, left] = changes;
    if (!locked && !left) return false;
  }
  throw new Error(`The member was not stored in ${MAX_ATTEMPTS} attempts.`);
}

/** The first two queries change no row if the address is neither on the waitlist nor has left it. */
async function confirmation(
  engine: Engine,
  email: string,
  at: number,
): Promise<{ before: CompiledQuery[]; insertion: CompiledQuery; after: CompiledQuery[] }> {
  const { db } = engine;
  const subjects = await subjectsOf(engine);
  const mailbox = subjects.hashMailbox(email);
  const subject = subjects.hashAddress(email);
  const left = hasLeftRow(subject);
  const code = makeCode();
  const via = await readVia(engine, email);
  const credited = sql`(
    SELECT key FROM member WHERE code = ${via ?? null} AND mailbox <> ${mailbox} AND NOT EXISTS (
      SELECT 1 FROM member AS credited WHERE credited.mailbox = ${mailbox} AND credited.via_member IS NOT NULL
    ))`;
  const before = [
    lockAddress(engine, email),
    lockLeft(engine, subject),
    sql`
      INSERT INTO waitlist (email, joined_at, requests)
      SELECT ${email}, ${at}, 1 FROM stopped WHERE ${left}
      ON CONFLICT (email) DO NOTHING`.compile(db),
    sql`DELETE FROM stopped WHERE ${left}`.compile(db),
    // Waiting letters that ask to confirm are not needed any more.
    sql`
      DELETE FROM letter WHERE email = ${email} AND state = ${sql.lit(codeOf('waiting'))}
        AND kind <> ${sql.lit(letterKinds.indexOf('place'))}`.compile(db),
    // Locks the credited member, so that friends who confirm at the same time are all counted.
    ...(via === undefined
      ? []
      : [sql`UPDATE member SET friends = friends WHERE code = ${via}`.compile(db)]),
  ];
  // The conditions prevent conflicts, because a conflict would use up a key without adding a member. A friend moves a
  // member up by 10 keys. If some of these keys have no member, the member passes fewer than 10 people.
  const insertion = sql`
    INSERT INTO member (email, mailbox, code, via_member, friends, rank, confirmed_at)
    SELECT email, ${mailbox}, ${code}, ${credited}, 0, 0, ${at}
    FROM waitlist
    WHERE email = ${email} AND NOT EXISTS (SELECT 1 FROM member WHERE member.email = ${email})
    ON CONFLICT DO NOTHING`.compile(db);
  const after = [
    ...countFriends(engine, sql`email = ${email}`),
    ...(via === undefined ? [] : countFriends(engine, sql`code = ${via}`)),
  ];
  return { before, insertion, after };
}

/** @returns the code in the row of the first letter to the address; undefined if its sign-up did not use a link */
async function readVia({ db }: Engine, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ via: string | null }>`
    SELECT via FROM letter WHERE email = ${email} ORDER BY id LIMIT 1`.execute(db);
  return rows[0]?.via ?? undefined;
}

function makeCode(): string {
  const characters = Array.from({ length: CODE_LENGTH }, () =>
    CODE_CHARACTERS.charAt(randomInt(CODE_CHARACTERS.length)),
  );
  return characters.join('');
}
