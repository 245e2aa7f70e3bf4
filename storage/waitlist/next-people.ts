import { type Kysely, sql } from 'kysely';
import { mayGetLetters } from '../../contract/email-address.ts';
import { MAX_PEOPLE_PER_WAVE } from '../../contract/team-waitlist.ts';
import type { Database } from '../schema.ts';
import { codeOfState, NOT_WAITING } from './positions.ts';

/** Who is let in first: by position, people who have confirmed; or all by the time of the sign-up. */
export type WaveOrder = 'place' | 'joined';

/**
 * The next people, without those whose address gets no letter either, because an invitation could reach somebody else.
 * The order `joined` reads the whole list for each page.
 */
export async function readNext(
  db: Kysely<Database>,
  order: WaveOrder,
  people: number,
): Promise<string[]> {
  const from =
    order === 'place'
      ? sql`member JOIN waitlist ON waitlist.email = member.email
        WHERE rank < ${NOT_WAITING} AND state = 0 ORDER BY rank, key DESC`
      : sql`waitlist WHERE state = 0 ORDER BY joined_at, email`;
  const next: string[] = [];
  for (let offset = 0; ; offset += MAX_PEOPLE_PER_WAVE) {
    const { rows } = await sql<{ email: string }>`
      SELECT waitlist.email FROM ${from}
      LIMIT ${sql.lit(MAX_PEOPLE_PER_WAVE)} OFFSET ${sql.lit(offset)}`.execute(db);
    next.push(...rows.map(({ email }) => email).filter(mayGetLetters));
    if (next.length >= people || rows.length < MAX_PEOPLE_PER_WAVE) return next.slice(0, people);
  }
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
