import { type Kysely, sql } from 'kysely';

/** The counts of the waitlist per day (UTC), with those of the days before. */
export async function createWaitlistDays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waitlist_day')
    .addColumn('day', 'integer', (column) => column.primaryKey())
    .addColumn('joined', 'integer', (column) => column.notNull())
    .addColumn('confirmed', 'integer', (column) => column.notNull())
    .addColumn('departed', 'integer', (column) => column.notNull())
    .execute();
  await sql`
    INSERT INTO waitlist_day (day, joined, confirmed, departed)
    SELECT day, sum(joined), sum(confirmed), sum(departed) FROM (
      SELECT joined_at / 86400000 AS day, 1 AS joined, 0 AS confirmed, 0 AS departed FROM waitlist
      UNION ALL SELECT confirmed_at / 86400000, 0, 1, 0 FROM member
      UNION ALL SELECT at / 86400000, 0, 0, 1 FROM stopped WHERE reason = 0
    ) AS rows GROUP BY day`.execute(db);
}
