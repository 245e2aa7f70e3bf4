import { type Kysely, type RawBuilder, sql } from 'kysely';
import { mayGetLetters } from '../../contract/email-address.ts';
import type { Phone } from '../../contract/phones.ts';
import { MAX_PEOPLE_PER_WAVE, type NextPeople } from '../../contract/team-waitlist.ts';
import { countPhones, hasPhone } from '../people/phones.ts';
import { codeOfState, isWaiting, NOT_WAITING } from '../people/positions.ts';
import type { Database } from '../schema.ts';

/** Who is let in first: by position, people who have confirmed; or all by the time of the sign-up. */
export type WaveOrder = 'position' | 'joined';

/**
 * The next people by the time of the sign-up, without those whose address gets no letter either, because an invitation
 * could reach another person. Each page reads the whole list.
 */
export async function readFirst(
  db: Kysely<Database>,
  { people, phone }: NextPeople,
): Promise<string[]> {
  const first: string[] = [];
  for (let offset = 0; first.length < people; offset += MAX_PEOPLE_PER_WAVE) {
    const { rows } = await sql<{ email: string }>`
      SELECT email FROM waitlist WHERE ${isWaiting} AND ${ofMember(phone)} ORDER BY joined_at, email
      LIMIT ${sql.lit(MAX_PEOPLE_PER_WAVE)} OFFSET ${sql.lit(offset)}`.execute(db);
    first.push(...rows.map(({ email }) => email).filter(mayGetLetters));
    if (rows.length < MAX_PEOPLE_PER_WAVE) break;
  }
  return first.slice(0, people);
}

/** A condition on `waitlist`, see `hasPhone`. */
function ofMember(phone: Phone | undefined): RawBuilder<unknown> {
  if (!phone) return sql`1 = 1`;
  return sql`EXISTS (SELECT 1 FROM member WHERE member.email = waitlist.email AND ${hasPhone(phone)})`;
}

export async function countWaiting(db: Kysely<Database>, order: WaveOrder): Promise<number> {
  const count =
    order === 'joined'
      ? sql`(SELECT count(*) FROM waitlist WHERE ${isWaiting})`
      : sql`(SELECT count(*) FROM member WHERE rank < ${NOT_WAITING})
        - (SELECT count(*) FROM waitlist WHERE EXISTS (
          SELECT 1 FROM member WHERE member.email = waitlist.email) AND state = ${sql.lit(codeOfState('reserved'))})`;
  const { rows } = await sql<{ n: number }>`SELECT ${count} AS n`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Only those who have confirmed can have said which phone they have. */
export async function countWaitingWith(db: Kysely<Database>): Promise<Record<Phone, number>> {
  const { rows } = await sql<Record<Phone, number>>`
    SELECT ${countPhones} FROM member JOIN waitlist ON waitlist.email = member.email
    WHERE member.rank < ${NOT_WAITING} AND ${isWaiting}`.execute(db);
  return rows[0] ?? { iphone: 0, android: 0 };
}
