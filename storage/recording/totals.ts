import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import type { Database } from '../database.ts';
import { type Counts, counterCodes, counters } from '../events.ts';

/**
 * A counter is its base plus its rows in the log. The base, in `inviter_base` and `day_base`, counts the events whose
 * rows retention has deleted. The sums of base and log are kept in `inviter_total`, `day_total` and `total`.
 */
type Tallied = 'inviter_base' | 'day_base' | 'day_total';

/** The primary key of each table. */
const keys = {
  inviter_base: ['inviter_key'],
  inviter_total: ['inviter_key'],
  day_base: ['day'],
  day_total: ['day', 'slot'],
  total: ['slot'],
} as const;
/** The tables of days and of the total have one more key, which earlier versions used on PostgreSQL. */
export const SLOT = 0;

export const columns = sql.join(counters.map((counter) => sql.ref(counter)));

/** In a rule: no event is recorded before its end, because rules that record events change the same row. */
export async function lockTotal(db: Kysely<Database>): Promise<void> {
  await db.selectFrom('total').select('slot').orderBy('slot').forUpdate().execute();
}

/** Subtracts an inviter's counts from the total of all inviters. */
export async function subtractFromTotal(db: Kysely<Database>, inviterKey: number): Promise<void> {
  await add(
    db,
    'total',
    sql`
    SELECT ${sql.lit(SLOT)}, ${sql.join(counters.map((counter) => sql`-${sql.ref(counter)}`))}
    FROM inviter_total WHERE inviter_key = ${inviterKey}`,
  );
}

/**
 * Adds counts to the rows with the same keys.
 *
 * @param rows in the order of their keys, which avoids deadlocks on PostgreSQL
 */
export async function addCounts(
  db: Kysely<Database>,
  table: 'inviter_total' | 'day_total' | 'total',
  rows: readonly (Counts & { readonly [key: string]: number })[],
): Promise<void> {
  const names = [...keys[table], ...counters];
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
  await add(db, table, sql`VALUES ${sql.join(values)}`);
}

/**
 * Counts rows of the log by inviter or by day, and adds the counts to a table.
 *
 * @param rows a condition on `invite_event`
 * @param sign -1 subtracts the counts
 */
export async function tally(
  db: Kysely<Database>,
  table: Tallied,
  rows: RawBuilder<unknown>,
  sign: 1 | -1 = 1,
): Promise<void> {
  const key = groupKey(table === 'inviter_base' ? 'inviter_key' : 'day');
  const slot = table === 'day_total' ? sql`, ${sql.lit(SLOT)}` : sql``;
  await add(
    db,
    table,
    sql`
    SELECT ${key}${slot}, ${countEach(sign)} FROM invite_event WHERE ${rows} GROUP BY 1`,
  );
}

/** A column with the number of rows for each counter, in the order of `counters`. */
export function countEach(sign: 1 | -1 = 1): RawBuilder<unknown> {
  const counts = counters.map((counter) => {
    const isCounted = sql`counter = ${sql.lit(counterCodes[counter])}`;
    return sql`sum(CASE WHEN ${isCounted} THEN ${sql.lit(sign)} ELSE 0 END) AS ${sql.ref(counter)}`;
  });
  return sql.join(counts);
}

/** The expression by which rows of the log are grouped. */
export function groupKey(key: 'inviter_key' | 'day'): RawBuilder<unknown> {
  return key === 'day' ? sql`at / ${sql.lit(DAY_MS)}` : sql.ref(key);
}

async function add(
  db: Kysely<Database>,
  table: keyof typeof keys,
  counts: RawBuilder<unknown>,
): Promise<void> {
  const key = sql.join(keys[table].map((column) => sql.ref(column)));
  const sums = counters.map(
    (counter) =>
      sql`${sql.ref(counter)} = ${sql.ref(`${table}.${counter}`)} + excluded.${sql.ref(counter)}`,
  );
  await sql`
    INSERT INTO ${sql.table(table)} (${key}, ${columns}) ${counts}
    ON CONFLICT (${key}) DO UPDATE SET ${sql.join(sums)}`.execute(db);
}
