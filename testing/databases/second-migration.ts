import { sql } from 'kysely';
import type { Migrations } from '../../storage/migrations/baseline.ts';
import { migrations } from '../../storage/migrations/migrate.ts';

/**
 * The migrations of a program after this one: a last one, for tests and the proof D14. It adds what a migration may add,
 * and takes several statements.
 */
export const withSecond: Migrations = {
  ...migrations,
  '999-test': async (db, types) => {
    await db.schema
      .createTable('added')
      .addColumn('id', types.id)
      .addColumn('email', types.text, (column) => column.notNull())
      .execute();
    await sql`INSERT INTO added (email) SELECT email FROM waitlist ORDER BY email`.execute(db);
    await db.schema.createIndex('added_by_email').on('added').column('email').execute();
    const addTo = (table: string) => db.schema.alterTable(table);
    await addTo('inviter_total').addColumn('added', 'integer').execute();
    await addTo('member')
      .addColumn('added', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`UPDATE member SET added = friends`.execute(db);
  },
};
