import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  ADDRESSES_PER_PAGE,
  type AddressOrder,
  MAX_LETTERS_COUNTED,
  MAX_NEWEST,
} from '../../contract/team-waitlist.ts';
import type { Engine } from '../engine.ts';
import { codeOf, type LetterState, NO_LETTER } from '../mail/letter.ts';
import type { Database } from '../schema.ts';
import { type Address, readAddresses } from './addresses.ts';
import { NOT_WAITING, readPositions } from './positions.ts';
import { countDays, readWaitlistDays, type WaitlistDay } from './waitlist-days.ts';

export interface WaitlistFigures {
  onList: number;
  confirmed: number;
  left: number;
  invited: number;
  in: number;
  /** When they were counted; undefined if they never were. */
  countedAt: number | undefined;
}

export interface AddressPage {
  rows: Address[];
  /** How many addresses there are on all pages. */
  matching: number;
  /** From 1; the last page if the requested one is beyond it. */
  page: number;
}

export interface AddressSelection {
  /** The beginning of an address; the empty text selects all. */
  search: string;
  order: AddressOrder;
  page: number;
}

/** States of letters about which an admin may have to do something. */
const openStates = ['waiting', 'uncertain', 'refused'] as const satisfies readonly LetterState[];
type OpenLetters = Record<(typeof openStates)[number], number>;

/** What admins see of the waitlist. All reads are reports, so neither writers nor visitors wait for them. */
export function createTeamWaitlist(engine: Engine) {
  const { reports } = engine;
  return {
    /** The sums of the stored days, which are counted once an hour. */
    async figures(): Promise<WaitlistFigures> {
      const { rows } = await sql<{ [Figure in keyof WaitlistFigures]: number | null }>`
        SELECT sum(joined) AS "onList", sum(confirmed) AS confirmed, sum(departed) AS "left",
          sum(invited) AS invited, sum(arrived) AS "in",
          (SELECT at FROM retention_run) AS "countedAt" FROM waitlist_day`.execute(reports);
      const { onList, confirmed, left, invited, in: arrived, countedAt } = rows[0] ?? {};
      return {
        ...{ onList: Number(onList), confirmed: Number(confirmed), left: Number(left) },
        ...{ invited: Number(invited), in: Number(arrived) },
        countedAt: countedAt ?? undefined,
      };
    },

    /** The stored days since `from` (whole days since 1970 UTC). Days without any count are missing. */
    days: (from: number): Promise<WaitlistDay[]> => readWaitlistDays(reports, from),

    /** All days, counted now. */
    daysNow: (): Promise<WaitlistDay[]> => countDays(reports),

    /** How many letters, queued until a time, are in each of `openStates`, up to `MAX_LETTERS_COUNTED`. */
    async openLetters(until: number): Promise<OpenLetters> {
      const counts = openStates.map((state) => {
        const letters = sql`
          SELECT 1 FROM letter
          WHERE state = ${sql.lit(codeOf(state))} AND kind <> ${sql.lit(NO_LETTER)} AND at <= ${until}
          LIMIT ${sql.lit(MAX_LETTERS_COUNTED)}`;
        return sql`(SELECT count(*) FROM (${letters}) AS letters) AS ${sql.ref(state)}`;
      });
      const { rows } = await sql<OpenLetters>`SELECT ${sql.join(counts)}`.execute(reports);
      const of = (state: keyof OpenLetters) => Number(rows[0]?.[state] ?? 0);
      return { waiting: of('waiting'), uncertain: of('uncertain'), refused: of('refused') };
    },

    /** One page of addresses, and how many there are, of the same state of the database. */
    page: (selection: AddressSelection): Promise<AddressPage> =>
      engine.snapshot(async (db) => {
        const chosen = selected(selection);
        const count = sql<{ n: number }>`SELECT count(*) AS n FROM ${chosen.from}`;
        const { rows: counted } = await count.execute(db);
        const matching = Math.min(Number(counted[0]?.n), chosen.most);
        const last = Math.max(1, Math.ceil(matching / ADDRESSES_PER_PAGE));
        const page = Math.min(selection.page, last);
        const before = (page - 1) * ADDRESSES_PER_PAGE;
        const { rows: listed } = await sql<{ email: string }>`
          SELECT email FROM ${chosen.from} ORDER BY ${chosen.order}
          LIMIT ${sql.lit(ADDRESSES_PER_PAGE)} OFFSET ${before}`.execute(db);
        return { rows: await readRows(db, listed), matching, page };
      }),
  };
}

/** No address has more characters, so the largest ones, as many times, end the range of addresses that begin with a text. */
const LAST = '\u{10ffff}'.repeat(254);

/**
 * A search reads a range of the primary key. The order `newest` reads the whole table, which has no index by time
 * (decision 007).
 */
function selected({ search, order }: AddressSelection): {
  from: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** How many rows are listed at most. */
  most: number;
} {
  const most = Number.POSITIVE_INFINITY;
  const byAddress = sql`email`;
  if (search !== '') {
    // PostgreSQL refuses NUL, which no address contains.
    const text = search.normalize('NFC').toLowerCase().replaceAll('\0', LAST);
    return {
      from: sql`waitlist WHERE email >= ${text} AND email < ${text + LAST}`,
      order: byAddress,
      most,
    };
  }
  if (order === 'place') {
    return { from: sql`member WHERE rank < ${NOT_WAITING}`, order: sql`rank, key DESC`, most };
  }
  const from = sql`waitlist`;
  return order === 'address'
    ? { from, order: byAddress, most }
    : { from, order: sql`joined_at DESC, email`, most: MAX_NEWEST };
}

async function readRows(
  db: Kysely<Database>,
  listed: readonly { email: string }[],
): Promise<Address[]> {
  if (listed.length === 0) return [];
  const emails = listed.map(({ email }) => email);
  const rows = await readAddresses(db, sql`waitlist.email IN (${sql.join(emails)})`, emails.length);
  const positions = await readPositions(
    db,
    rows.flatMap(({ member }) => member ?? []),
  );
  return rows
    .map((row) => ({ ...row, position: row.member && positions.get(row.member.key) }))
    .sort((a, b) => emails.indexOf(a.email) - emails.indexOf(b.email));
}
