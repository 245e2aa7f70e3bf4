import { type Kysely, type RawBuilder, sql } from 'kysely';
import { mayGetLetters } from '../../contract/email-address.ts';
import type { Phone } from '../../contract/phones.ts';
import { MAX_PEOPLE_PER_WAVE, type NextPeople } from '../../contract/team-waitlist.ts';
import type { Database } from '../schema.ts';
import { hasPhone } from './phones.ts';
import { codeOfState, NOT_WAITING } from './positions.ts';

/** Who is let in first: by position, people who have confirmed; or all by the time of the sign-up. */
export type WaveOrder = 'place' | 'joined';

const byPlace = (
  phone: Phone | undefined,
) => sql`member JOIN waitlist ON waitlist.email = member.email
  WHERE rank < ${NOT_WAITING} AND state = 0 AND ${hasPhone(phone)} ORDER BY rank, key DESC`;
const bySignUp = (phone: Phone | undefined) => sql`waitlist
  WHERE state = 0 AND ${ofMember(phone)} ORDER BY joined_at, email`;

/**
 * The next people, without those whose address gets no letter either, because an invitation could reach somebody else.
 * The order `joined` reads the whole list for each page.
 */
export async function readNext(
  db: Kysely<Database>,
  order: WaveOrder,
  { people, phone }: NextPeople,
): Promise<string[]> {
  const next: string[] = [];
  const from = order === 'place' ? byPlace(phone) : bySignUp(phone);
  for await (const page of readPages<{ email: string }>(db, sql`waitlist.email FROM ${from}`)) {
    next.push(...page.map(({ email }) => email));
    if (next.length >= people) break;
  }
  return next.slice(0, people);
}

/** All who wait and have confirmed, by position, as in `readNext`. */
export const pagesByPlace = (db: Kysely<Database>, phone: Phone | undefined) =>
  readPages<{ email: string; mailbox: Uint8Array }>(
    db,
    sql`waitlist.email, mailbox FROM ${byPlace(phone)}`,
  );

async function* readPages<Row extends { email: string }>(
  db: Kysely<Database>,
  columns: RawBuilder<unknown>,
): AsyncGenerator<Row[]> {
  for (let offset = 0; ; offset += MAX_PEOPLE_PER_WAVE) {
    const { rows } = await sql<Row>`
      SELECT ${columns} LIMIT ${sql.lit(MAX_PEOPLE_PER_WAVE)} OFFSET ${sql.lit(offset)}`.execute(
      db,
    );
    yield rows.filter(({ email }) => mayGetLetters(email));
    if (rows.length < MAX_PEOPLE_PER_WAVE) return;
  }
}

/** A condition on `waitlist`, as of `hasPhone`. */
function ofMember(phone: Phone | undefined): RawBuilder<unknown> {
  if (!phone) return sql`1 = 1`;
  return sql`EXISTS (SELECT 1 FROM member WHERE member.email = waitlist.email AND ${hasPhone(phone)})`;
}

export async function countWaiting(db: Kysely<Database>, order: WaveOrder): Promise<number> {
  const count =
    order === 'joined'
      ? sql`(SELECT count(*) FROM waitlist WHERE state = 0)`
      : sql`(SELECT count(*) FROM member WHERE rank < ${NOT_WAITING})
        - (SELECT count(*) FROM waitlist WHERE EXISTS (
          SELECT 1 FROM member WHERE member.email = waitlist.email) AND state = ${sql.lit(codeOfState('reserved'))})`;
  const { rows } = await sql<{ n: number }>`SELECT ${count} AS n`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
