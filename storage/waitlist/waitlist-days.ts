import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { phones } from '../../contract/phones.ts';
import type { PersonState } from '../../contract/team-waitlist.ts';
import { suppressionReasons } from '../letters/suppressions.ts';
import { hasPhone } from '../people/phones.ts';
import { codeOfState } from '../people/positions.ts';
import type { Database } from '../schema.ts';

const figures = ['joined', 'confirmed', 'departed', 'invited', 'arrived', ...phones] as const;

/**
 * The counts of one day (whole days since 1970 UTC): the people of the waitlist who joined or confirmed on it, who were
 * invited and are not in yet, or got in; those of `confirmed` who have said which phone they have; and those who left on
 * it and have not come back. An erased person disappears from every day.
 */
export type WaitlistDay = Record<'day' | (typeof figures)[number], number>;

export type WaitlistSums = ReturnType<typeof sumsOf>;

/** The counts of the whole list. */
export function sumsOf(days: readonly WaitlistDay[]) {
  const sum = (figure: Exclude<keyof WaitlistDay, 'day'>) =>
    days.reduce((all, day) => all + day[figure], 0);
  return {
    onList: sum('joined'),
    confirmed: sum('confirmed'),
    left: sum('departed'),
    invited: sum('invited'),
    in: sum('arrived'),
    iphone: sum('iphone'),
    android: sum('android'),
  };
}

/** The days that have any count, the oldest first. Each figure reads whole tables: `waitlist` has no index by time. */
export async function countDays(db: Kysely<Database>): Promise<WaitlistDay[]> {
  const count = (counted: (typeof figures)[number], time: string, from: RawBuilder<unknown>) => {
    const columns = figures.map(
      (figure) => sql`${figure === counted ? sql`count(*)` : sql`0`} AS ${sql.ref(figure)}`,
    );
    return sql`
      SELECT ${sql.ref(time)} / ${sql.lit(DAY_MS)} AS day, ${sql.join(columns)} ${from} GROUP BY 1`;
  };
  const inState = (state: PersonState) => sql`FROM waitlist WHERE state = ${codeOfState(state)}`;
  const left = sql`FROM stopped WHERE reason = ${sql.lit(suppressionReasons.left)}`;
  const parts = [
    count('joined', 'joined_at', sql`FROM waitlist`),
    count('confirmed', 'confirmed_at', sql`FROM member`),
    count('departed', 'at', left),
    count('invited', 'state_at', inState('invited')),
    count('arrived', 'state_at', inState('in')),
    ...phones.map((phone) =>
      count(phone, 'confirmed_at', sql`FROM member WHERE ${hasPhone(phone)}`),
    ),
  ];
  const sums = figures.map((figure) => sql`sum(${sql.ref(figure)}) AS ${sql.ref(figure)}`);
  const { rows } = await sql<WaitlistDay>`
    SELECT day, ${sql.join(sums)} FROM (${sql.join(parts, sql` UNION ALL `)}) AS parts
    GROUP BY day ORDER BY day`.execute(db);
  return rows.map((row) => ({
    day: Number(row.day),
    joined: Number(row.joined),
    confirmed: Number(row.confirmed),
    departed: Number(row.departed),
    invited: Number(row.invited),
    arrived: Number(row.arrived),
    iphone: Number(row.iphone),
    android: Number(row.android),
  }));
}
