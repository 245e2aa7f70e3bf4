import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SortField } from '../contract/analytics.ts';
import type { Database } from './database.ts';
import { searchText } from './search-text.ts';
import type { InviterSelection, InviterStats } from './storage.ts';

/** What each field of the table is ordered by. */
const orders: Readonly<Record<SortField, RawBuilder<unknown>>> = {
  // What follows the id in the text for searches. An id that is longer or shorter there, which no id of
  // plain letters is, moves its own row and no other. Engines' lower() leaves É and Я as they are.
  username: sql`substr(search_text, length(user_id) + 2)`,
  pageViews: sql`page_views`,
  downloads: sql`downloads`,
  webConversionRate: ratio(sql`downloads`, sql`page_views`),
  appInvitesSent: sql`invites_sent`,
  acceptedInvites: sql`invites_accepted`,
  inviteAcceptanceRate: ratio(sql`invites_accepted`, sql`invites_sent`),
};

function ratio(part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ${whole} = 0 THEN 0 ELSE 1.0 * ${part} / ${whole} END`;
}

/** The keys of the selected inviters. Equal ones stand in the order of their views, and then of their keys. */
export async function keysInOrder(
  db: Kysely<Database>,
  { search, sort, order, limit, offset }: InviterSelection & { limit?: number; offset?: number },
): Promise<number[]> {
  const direction = sql.raw(order === 'asc' ? 'ASC' : 'DESC');
  const part = limit === undefined ? sql`` : sql`LIMIT ${limit} OFFSET ${offset ?? 0}`;
  const { rows } = await sql<{ inviter_key: number }>`
    SELECT inviter_key FROM ${from(search, sort)}
    ORDER BY ${orders[sort]} ${direction}, page_views DESC, inviter_key ${part}`.execute(db);
  return rows.map((row) => row.inviter_key);
}

export async function countInviters(db: Kysely<Database>, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM ${from(search, 'pageViews')}`.execute(db);
  return Number(rows[0]?.n);
}

/** The table of names is left alone where nothing asks for it: it is the larger one by far. */
function from(search: string, sort: SortField): RawBuilder<unknown> {
  if (search === '' && sort !== 'username') return sql`inviter_total`;
  const joined = sql`inviter_total JOIN inviter ON inviter.key = inviter_total.inviter_key`;
  if (search === '') return joined;
  // A NUL would end the pattern after its first %, which every name matches. No name holds one.
  const text = searchText(search).replaceAll('\0', '\uFFFD');
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`${joined} AND search_text LIKE ${pattern} ESCAPE '\\'`;
}

/** @returns the inviters in the order of their keys in `keys`; one who was erased meanwhile is missing */
export async function readStats(
  db: Kysely<Database>,
  keys: readonly number[],
): Promise<InviterStats[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('inviter_total')
    .innerJoin('inviter', 'inviter.key', 'inviter_total.inviter_key')
    .select(['inviter_key', 'user_id', 'username'])
    .select(['page_views', 'downloads', 'invites_sent', 'invites_accepted'])
    .where('inviter_key', 'in', keys)
    .execute();
  const byKey = new Map(rows.map((row) => [row.inviter_key, row]));
  return keys.flatMap((key) => {
    const row = byKey.get(key);
    if (!row) return [];
    return {
      id: row.user_id,
      username: row.username,
      pageViews: row.page_views,
      downloads: row.downloads,
      invitesSent: row.invites_sent,
      invitesAccepted: row.invites_accepted,
    };
  });
}
