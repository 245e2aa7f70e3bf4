import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine.ts';
import { StorageRefusal } from '../errors.ts';
import { searchedTexts } from '../search-text.ts';

const ROWS_PER_UPDATE = 1_000;

interface Names {
  key: number;
  user_id: string;
  username: string;
  first_name: string | null;
}

/** Stores the text by which names are ordered, with an index, and the searched text without variants of letters. */
export async function createOrderOfNames(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('inviter')
    .addColumn('sort_name', types.text, (column) => column.notNull().defaultTo(''))
    .execute();
  for (let after: number | undefined = -1; after !== undefined; ) {
    const { rows }: { rows: Names[] } = await sql<Names>`
      SELECT key, user_id, CAST(username AS text) AS username, CAST(first_name AS text) AS first_name
      FROM inviter WHERE key > ${after} ORDER BY key LIMIT ${sql.lit(ROWS_PER_UPDATE)}`.execute(db);
    if (rows.length > 0) await writeTexts(db, rows);
    after = rows.at(-1)?.key;
  }
  await db.schema.createIndex('inviter_by_name').on('inviter').column('sort_name').execute();
}

async function writeTexts(db: Kysely<unknown>, rows: readonly Names[]): Promise<void> {
  const texts = rows.map(({ key, user_id, username, first_name }) => {
    const { search_text, sort_name } = searchedTexts(user_id, username, first_name);
    return sql`(CAST(${key} AS integer), ${search_text}, ${sort_name})`;
  });
  await sql`
    WITH given (key, search_text, sort_name) AS (VALUES ${sql.join(texts)})
    UPDATE inviter SET search_text = given.search_text, sort_name = given.sort_name
    FROM given WHERE inviter.key = given.key`.execute(db);
}

/**
 * Refuses a database that an earlier version has copied only in part. Today an interrupted copy leaves nothing, so the
 * table is not used any more. It stays, because copies of an earlier version may run beside this one.
 */
export async function refuseUnfinishedCopy(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM unfinished_copy`.execute(db);
  if (rows.length === 0) return;
  throw new StorageRefusal(
    'The database is a copy that was interrupted. Run the same "./site copy" again with an empty database.',
  );
}

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
