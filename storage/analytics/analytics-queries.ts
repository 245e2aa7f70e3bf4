import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SortField, SortOrder } from '../../contract/analytics.ts';
import type { Database } from '../database.ts';
import { counters } from '../events.ts';
import { searchText, withoutVariants } from '../search-text.ts';

/** How many rows of a list are handed over at once. The event loop is blocked for less than a millisecond. */
const ROWS_PER_STEP = 200;

export interface InviterSelection {
  /** Part of an id, a username or a first name, in upper or lower case; the empty text selects all. */
  search: string;
  sort: SortField;
  order: SortOrder;
}

export interface InviterStats {
  id: string;
  username: string;
  pageViews: number;
  downloads: number;
  invitesSent: number;
  invitesAccepted: number;
}

/** The counts of one inviter, without the name. */
export interface Counted extends Omit<InviterStats, 'id' | 'username'> {
  key: number;
}

const counts = sql.join(counters.map((counter) => sql.ref(counter)));

/** Only names have an index. With indexes for the other orders, every event would have to change several of them. */
const sortedBy: Readonly<Record<SortField, RawBuilder<unknown>>> = {
  username: sql`sort_name`,
  pageViews: sql`page_views`,
  downloads: sql`downloads`,
  webConversionRate: rate(sql`downloads`, sql`page_views`),
  appInvitesSent: sql`invites_sent`,
  acceptedInvites: sql`invites_accepted`,
  inviteAcceptanceRate: rate(sql`invites_accepted`, sql`invites_sent`),
};

function rate(part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ${whole} = 0 THEN 0 ELSE CAST(${part} AS double precision) / ${whole} END`;
}

/** Inviters with equal values are sorted by views, then by key. */
function orderBy({ sort, order }: InviterSelection): RawBuilder<unknown> {
  return sql`ORDER BY ${sortedBy[sort]} ${sql.raw(order)}, page_views DESC, inviter_key`;
}

/** The inviters of a selection. The table of names is read only if the search or the order needs it. */
function selected({ search, sort }: InviterSelection): RawBuilder<unknown> {
  if (search === '' && sort !== 'username') return sql`inviter_total`;
  const named = sql`inviter_total JOIN inviter ON inviter.key = inviter_key`;
  return search === ''
    ? named
    : sql`${named} WHERE search_text LIKE ${patternOf(search)} ESCAPE '\\'`;
}

/** No name contains NUL, which would end the pattern on SQLite, and which PostgreSQL refuses. */
function patternOf(search: string): string {
  const text = withoutVariants(searchText(search)).replaceAll('\0', '\uFFFD');
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** @returns how many inviters have events, and how many of them match on all pages */
export async function countInviters(
  db: Kysely<Database>,
  selection: InviterSelection,
): Promise<{ inviters: number; matching: number }> {
  const count = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${from}`.execute(db);
    return Number(rows[0]?.n);
  };
  const inviters = await count(sql`inviter_total`);
  const matching = selection.search === '' ? inviters : await count(selected(selection));
  return { inviters, matching };
}

export async function readRows(
  db: Kysely<Database>,
  selection: InviterSelection & { limit: number; offset: number },
): Promise<InviterStats[]> {
  const { limit, offset } = selection;
  const inOrder = orderBy(selection);
  const { rows } = await sql<InviterStats>`
    SELECT user_id AS id, CAST(username AS text) AS username, page_views AS "pageViews", downloads,
      invites_sent AS "invitesSent", invites_accepted AS "invitesAccepted"
    FROM (
      SELECT inviter_key, ${counts} FROM ${selected(selection)}
      ${inOrder} LIMIT ${limit} OFFSET ${offset}
    ) AS page JOIN inviter ON inviter.key = inviter_key
    ${inOrder}`.execute(db);
  return rows;
}

/** Reads the counts of all rows from an offset on, in steps. A step is parsed only when the iteration reaches it. */
export async function readCounts(
  db: Kysely<Database>,
  selection: InviterSelection & { offset?: number },
): Promise<Iterable<Counted[]>> {
  // One text for each step, because the event loop would need several times as long to receive single rows.
  const { rows } = await sql<{ step: string }>`
    WITH ranked AS (
      SELECT inviter_key, ${counts}, row_number() OVER (${orderBy(selection)}) - 1 AS n
      FROM ${selected(selection)})
    SELECT string_agg(concat_ws(',', inviter_key, ${counts}), ',' ORDER BY n) AS step
    FROM ranked WHERE n >= ${selection.offset ?? 0}
    GROUP BY n / ${sql.lit(ROWS_PER_STEP)} ORDER BY n / ${sql.lit(ROWS_PER_STEP)}`.execute(db);
  return rows.values().map(({ step }) => asStep(step));
}

/** Parses the comma-separated numbers as a JSON array. This takes a fifth of the time that splitting the text takes. */
function asStep(text: string): Counted[] {
  const numbers = JSON.parse(`[${text}]`) as number[];
  const step: Counted[] = [];
  for (let n = 0; n < numbers.length; n += 5) {
    const [key = 0, pageViews = 0, downloads = 0, invitesSent = 0, invitesAccepted = 0] =
      numbers.slice(n, n + 5);
    step.push({ key, pageViews, downloads, invitesSent, invitesAccepted });
  }
  return step;
}

/** @returns the same rows with names, in the same order, without inviters who were erased meanwhile */
export async function withNames(
  db: Kysely<Database>,
  counted: readonly Counted[],
): Promise<InviterStats[]> {
  const keys = counted.map(({ key }) => key);
  const rows = await db
    .selectFrom('inviter')
    .select(({ cast }) => ['key', 'user_id as id', cast<string>('username', 'text').as('username')])
    .where('key', 'in', keys)
    .execute();
  const names = new Map(rows.map(({ key, ...name }) => [key, name]));
  return counted.flatMap(({ key, ...counts }) => {
    const name = names.get(key);
    return name ? [{ ...name, ...counts }] : [];
  });
}
