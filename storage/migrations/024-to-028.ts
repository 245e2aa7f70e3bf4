import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine.ts';

const COUNTERS = ['page_views', 'downloads', 'invites_sent', 'invites_accepted'] as const;
const columns = sql.join(COUNTERS.map((counter) => sql.ref(counter)));
/** Counts rows of the log, whose column `counter` has the place in the list. */
const counted = sql.join(
  COUNTERS.map(
    (counter, code) =>
      sql`sum(CASE WHEN counter = ${sql.lit(code)} THEN 1 ELSE 0 END) AS ${sql.ref(counter)}`,
  ),
);

/**
 * What the counters of an inviter were at the beginning of each day: counted from the log once, about two seconds for a
 * million events.
 */
export async function createInviterDays(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await COUNTERS.reduce(
    (table, counter) => table.addColumn(counter, 'bigint', (column) => column.notNull()),
    db.schema
      .createTable('inviter_day')
      .addColumn('inviter_key', 'integer', (column) => column.notNull())
      .addColumn('day', 'integer', (column) => column.notNull()),
  )
    .addPrimaryKeyConstraint('inviter_day_key', ['inviter_key', 'day'])
    .modifyEnd(types.keptInKeyOrder)
    .execute();
  const before = COUNTERS.map((counter) => {
    const ofDay = sql.ref(`logged.${counter}`);
    return sql`coalesce(${sql.ref(`base.${counter}`)}, 0) + sum(${ofDay}) OVER days - ${ofDay}`;
  });
  await sql`
    INSERT INTO inviter_day (inviter_key, day, ${columns})
    SELECT logged.inviter_key, logged.day, ${sql.join(before)}
    FROM (
      SELECT inviter_key, at / 86400000 AS day, ${counted} FROM invite_event
      WHERE inviter_key NOT IN (SELECT inviter_key FROM erased_inviter)
        AND at / 86400000 > (SELECT coalesce(max(day), -1) FROM day_base)
      GROUP BY inviter_key, at / 86400000
    ) AS logged LEFT JOIN inviter_base AS base ON base.inviter_key = logged.inviter_key
    WINDOW days AS (PARTITION BY logged.inviter_key ORDER BY logged.day)`.execute(db);
}

/** Which phone people have who have confirmed, how many of each day, and whom a mailing was for. */
export async function addPhones(db: Kysely<unknown>): Promise<void> {
  for (const table of ['member', 'mailing'])
    await db.schema.alterTable(table).addColumn('phone', 'smallint').execute();
}

/** What the team writes about single days. */
export async function createNotes(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('note')
    .addColumn('id', types.idNeverReused)
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('words', types.text, (column) => column.notNull())
    .execute();
}

/** What the team was told last, in its chat or by mail. */
export async function createNotices(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('notice')
    .addColumn('name', types.text, (column) => column.primaryKey().notNull())
    .addColumn('told', types.text, (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();
}

/** Who was passed over when the next people were chosen with their friends. */
export async function addPassedBy(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('member').addColumn('passed_by', 'integer').execute();
  await db.schema
    .createIndex('member_passed_by')
    .on('member')
    .column('passed_by')
    .where(sql.ref('passed_by'), 'is not', null)
    .execute();
}
