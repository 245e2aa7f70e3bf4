import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { DAY_MS, dayOf, HOUR_MS } from '../../contract/durations.ts';
import { phones } from '../../contract/phones.ts';
import type { PersonState } from '../../contract/team-waitlist.ts';
import type { Engine } from '../engine.ts';
import { suppressionReasons } from '../erasures.ts';
import type { Database } from '../schema.ts';
import { hasPhone } from './phones.ts';
import { codeOfState } from './positions.ts';

/** The counts of one day: whole days since 1970 UTC. */
export type WaitlistDay = Selectable<Database['waitlist_day']>;

const figures = [
  ...(['joined', 'confirmed', 'departed', 'invited', 'arrived'] as const),
  ...phones,
] as const;

/**
 * Counts each day again, and stores the days whose counts have changed. A day has the people of the waitlist who joined
 * or confirmed on that day, and those who left on that day and have not come back. An erased person disappears from
 * every day, so no count reveals that the person was there.
 */
export async function countWaitlistDays(engine: Engine): Promise<void> {
  const { stored, now } = await engine.snapshot(async (db) => ({
    stored: await readWaitlistDays(db),
    now: await countDays(db),
  }));
  const before = new Map(stored.map((day) => [day.day, JSON.stringify(day)]));
  const changed = now.filter((day) => before.get(day.day) !== JSON.stringify(day));
  const left = new Set(now.map(({ day }) => day));
  const gone = stored.map(({ day }) => day).filter((day) => !left.has(day));
  if (changed.length + gone.length === 0) return;
  await engine.transaction(async (db) => {
    if (gone.length > 0) await db.deleteFrom('waitlist_day').where('day', 'in', gone).execute();
    if (changed.length === 0) return;
    await db
      .insertInto('waitlist_day')
      .values(changed)
      .onConflict((conflict) =>
        conflict.column('day').doUpdateSet(({ ref }) => ({
          joined: ref('excluded.joined'),
          confirmed: ref('excluded.confirmed'),
          departed: ref('excluded.departed'),
          invited: ref('excluded.invited'),
          arrived: ref('excluded.arrived'),
          iphone: ref('excluded.iphone'),
          android: ref('excluded.android'),
        })),
      )
      .execute();
  });
}

/** The stored days since `from`; days without any count are missing. */
export function readWaitlistDays(db: Kysely<Database>, from = 0): Promise<WaitlistDay[]> {
  const days = db.selectFrom('waitlist_day').where('day', '>=', from).orderBy('day');
  return days.select(['day', ...figures]).execute();
}

/**
 * Compares the stored days with a count on the same snapshot. Since the last run of the retention, which counted them,
 * a past day can only have lost people who were erased or left.
 *
 * @returns a sentence for each difference
 */
export async function wrongWaitlistDays(db: Kysely<Database>): Promise<string[]> {
  const run = await db.selectFrom('retention_run').select('at').executeTakeFirst();
  if (!run) return [];
  const stored = new Map((await readWaitlistDays(db)).map((day) => [day.day, day]));
  const now = new Map((await countDays(db)).map((day) => [day.day, day]));
  const differences: string[] = [];
  let lost = 0;
  // An hour before, because a sign-up at midnight, or an erasure, may have been on its way to the disk during that run.
  for (const day of new Set([...stored.keys(), ...now.keys()])) {
    if (day >= dayOf(run.at - HOUR_MS)) continue;
    // A report of who is in may have an earlier time, so `arrived` may have grown.
    for (const figure of ['joined', 'confirmed', 'invited'] as const) {
      const [is, shouldBe] = [stored.get(day)?.[figure] ?? 0, now.get(day)?.[figure] ?? 0];
      if (figure === 'joined') lost += Math.max(0, is - shouldBe);
      if (is >= shouldBe) continue;
      differences.push(
        `${figure} of day ${day} of the waitlist is ${is}, but should be ${shouldBe} by its addresses.`,
      );
    }
  }
  const erasures = db.selectFrom('erasure').where('at', '>=', run.at - HOUR_MS);
  const { n } = await erasures
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (lost > Number(n)) {
    differences.push(
      `The days of the waitlist count ${lost} people more than its addresses, but since the last retention only ${n} were erased or have left.`,
    );
  }
  return differences;
}

/** Reads the tables once for each figure: `waitlist` must not have an index by time (decision 007). */
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
