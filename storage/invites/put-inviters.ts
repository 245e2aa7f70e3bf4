import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Inviter } from '../interface/invites.ts';
import { searchedTexts } from '../search-text.ts';

/**
 * The maximum number of rows in one query. Engines limit the number of parameters, and cache a separate prepared
 * statement for each number of rows.
 */
const ROWS_PER_QUERY = 100;
/** The columns after `user_id`, in the order of the values in `asRow`. */
const profile = [
  'username',
  'first_name',
  'profile_image_url',
  'search_text',
  'sort_name',
] as const;
const columns = sql.join(['user_id', ...profile].map((column) => sql.ref(column)));

/** The queries that add inviters or replace their profiles. If several have the same id, the last one is stored. */
export function putQueries(db: Kysely<Database>, inviters: readonly Inviter[]): CompiledQuery[] {
  // ON CONFLICT cannot change a row twice in one statement.
  const distinct = [...new Map(inviters.map((inviter) => [inviter.id, inviter])).values()];
  const queries: CompiledQuery[] = [];
  for (let from = 0; from < distinct.length; from += ROWS_PER_QUERY) {
    const rows = sql.join(distinct.slice(from, from + ROWS_PER_QUERY).map(asRow));
    const given = sql`WITH given (${columns}) AS (VALUES ${rows})`;
    const set = (source: string) =>
      sql.join(
        profile.map((column) => sql`${sql.ref(column)} = ${sql.ref(`${source}.${column}`)}`),
      );
    queries.push(
      sql`${given} UPDATE inviter SET ${set('given')} FROM given
        WHERE inviter.user_id = given.user_id`.compile(db),
      // Inserts only new ids: on PostgreSQL, ON CONFLICT DO UPDATE also uses up a value of the sequence.
      sql`${given} INSERT INTO inviter (${columns}) SELECT ${columns} FROM given
        WHERE NOT EXISTS (SELECT 1 FROM inviter WHERE inviter.user_id = given.user_id)
        ON CONFLICT (user_id) DO UPDATE SET ${set('excluded')}`.compile(db),
    );
  }
  return queries;
}

function asRow({ id, username, firstName, profileImageUrl }: Inviter): RawBuilder<unknown> {
  const { search_text, sort_name } = searchedTexts(id, username, firstName);
  return sql`(${id}, ${username}, ${firstName}, ${profileImageUrl}, ${search_text}, ${sort_name})`;
}
