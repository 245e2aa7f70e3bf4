import type { Kysely } from 'kysely';

/** Which letters go first, independent of their kinds. */
export async function createTurnsOfLetters(db: Kysely<unknown>): Promise<void> {
  for (const table of ['ask', 'letter']) {
    await db.schema
      .alterTable(table)
      .addColumn('priority', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  const earlier = 2;
  const tables = db.withTables<{
    ask: { earlier: number; priority: number };
    letter: { kind: number; priority: number };
  }>();
  await tables.updateTable('ask').set({ priority: earlier }).where('earlier', '=', 1).execute();
  await tables.updateTable('letter').set({ priority: earlier }).where('kind', '=', 2).execute();
  await db.schema.dropIndex('letter_in_order').execute();
  await db.schema
    .createIndex('letter_by_priority')
    .on('letter')
    .columns(['state', 'priority', 'due_at', 'id'])
    .execute();
}
