import { type Kysely, type RawBuilder, sql } from '#kysely';
import type { SortField } from '../../contract/analytics.ts';
import type { Database } from '../database.ts';
import type { Engine, RankedRows } from '../engine.ts';
import type { InviterSelection, InviterStats } from '../interface/analytics.ts';
import { searchText } from '../search-text.ts';

const ROWS_PER_STEP = 200;

/** The expression by which each field of the table is sorted. */
const orders: Readonly<Record<SortField, RawBuilder<unknown>>> = {
  // `search_text` contains the id, the username and the first name, all normalised, each on its own line. This
  // expression cuts off the id. Sorting by `lower(username)` would not do, because SQLite's lower() changes only ASCII
  // letters. If normalising has changed the length of an id with unusual letters, only the row of this id is sorted
  // wrongly.
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

/** The counts of one inviter, without the name. */
export interface Counted extends Omit<InviterStats, 'id' | 'username'> {
  key: number;
}

/** The inviters of a selection. */
export interface Selected {
  /** How many match on all pages. */
  matching: number;
  /**
   * The counts of the rows from an offset on, in steps. If the query returned a step as text, this text is parsed only
   * when the iteration reaches the step.
   */
  steps: Iterable<Counted[]>;
}

/**
 * Selects inviters with `engine.rankInviters` or, if the engine does not have it, with the queries below.
 *
 * @param inviters how many inviters match if the search is empty
 */
export async function selectInviters(
  { rankInviters }: Pick<Engine, 'rankInviters'>,
  db: Kysely<Database>,
  rows: RankedRows,
  inviters: number,
): Promise<Selected> {
  if (rankInviters) {
    const { rows: ranked } = await sql<{
      text: string;
    }>`SELECT ${rankInviters(rows)} AS text`.execute(db);
    const [matching, ...steps] = ranked[0]?.text.split('\n') ?? [];
    return { matching: Number(matching), steps: steps.values().map(asStep) };
  }
  const matching = rows.search === '' ? inviters : await countInviters(db, rows.search);
  const { limit } = rows;
  const steps =
    limit === undefined
      ? await countsInSteps(db, rows)
      : [await countsInOrder(db, { ...rows, limit })];
  return { matching, steps };
}

/** The counts of the selected inviters. Inviters with equal values are sorted by views, then by key. */
async function countsInOrder(
  db: Kysely<Database>,
  { search, sort, order, limit, offset }: InviterSelection & { limit: number; offset: number },
): Promise<Counted[]> {
  const direction = sql.raw(order === 'asc' ? 'ASC' : 'DESC');
  const { rows } = await sql<Counted>`
    SELECT inviter_key AS key, page_views AS "pageViews", downloads,
      invites_sent AS "invitesSent", invites_accepted AS "invitesAccepted"
    FROM ${from(search, sort)}
    ORDER BY ${orders[sort]} ${direction}, page_views DESC, inviter_key
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/**
 * The counts of all selected inviters, in steps. The query returns a step as one text, because a hundred thousand row
 * objects would need 100 MB.
 */
async function countsInSteps(
  db: Kysely<Database>,
  { search, sort, order, offset }: InviterSelection & { offset: number },
): Promise<Iterable<Counted[]>> {
  const direction = sql.raw(order === 'asc' ? 'ASC' : 'DESC');
  const { rows } = await sql<{ step: string }>`
    SELECT string_agg(concat_ws(',', inviter_key, page_views, downloads, invites_sent, invites_accepted),
      ',' ORDER BY place) AS step
    FROM (
      SELECT inviter_key, page_views, downloads, invites_sent, invites_accepted, row_number() OVER (
        ORDER BY ${orders[sort]} ${direction}, page_views DESC, inviter_key) - 1 AS place
      FROM ${from(search, sort)}
    ) AS ordered
    WHERE place >= ${offset} GROUP BY place / ${sql.lit(ROWS_PER_STEP)} ORDER BY min(place)`.execute(
    db,
  );
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

export async function countInviters(db: Kysely<Database>, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM ${from(search, 'pageViews')}`.execute(db);
  return Number(rows[0]?.n);
}

/** Joins the table `inviter` only if needed, because that table is much larger than `inviter_total`. */
function from(search: string, sort: SortField): RawBuilder<unknown> {
  if (search === '' && sort !== 'username') return sql`inviter_total`;
  const joined = sql`inviter_total JOIN inviter ON inviter.key = inviter_total.inviter_key`;
  if (search === '') return joined;
  // A NUL would end the pattern after its first %, and the pattern % matches every name. No name contains NUL.
  const text = searchText(search).replaceAll('\0', '\uFFFD');
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`${joined} AND search_text LIKE ${pattern} ESCAPE '\\'`;
}

/** @returns the same rows with names, in the same order, without inviters who were erased meanwhile */
export async function withNames(
  { inviterNames }: Pick<Engine, 'inviterNames'>,
  db: Kysely<Database>,
  counted: readonly Counted[],
): Promise<InviterStats[]> {
  const { rows } = await inviterNames(counted.map(({ key }) => key)).execute(db);
  const names = JSON.parse(rows[0]?.names ?? '{}') as Record<number, [id: string, name: string]>;
  return counted.flatMap(({ key, ...counts }) => {
    const found = names[key];
    return found ? [{ id: found[0], username: found[1], ...counts }] : [];
  });
}
