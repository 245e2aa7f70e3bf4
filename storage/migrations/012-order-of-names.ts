import { type Kysely, sql } from 'kysely';
import type { TableWords } from '../engine.ts';
import { searchedTexts } from '../search-text.ts';

const ROWS_PER_UPDATE = 1_000;

interface Names {
  key: number;
  user_id: string;
  username: string;
  first_name: string | null;
}

/** Stores the text by which names are ordered, with an index, and the searched text without variants of letters. */
export async function createOrderOfNames(db: Kysely<unknown>, words: TableWords): Promise<void> {
  await db.schema
    .alterTable('inviter')
    .addColumn('sort_name', words.text, (column) => column.notNull().defaultTo(''))
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
