import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LetterState } from '../../contract/mailings.ts';
import {
  ADDRESSES_PER_PAGE,
  type AddressOrder,
  MAX_LETTERS_COUNTED,
  MAX_NEWEST,
} from '../../contract/team-waitlist.ts';
import type { Engine } from '../engine.ts';
import { codesOf } from '../letters/letter.ts';
import { NOT_WAITING, readPositions } from '../people/positions.ts';
import type { Database } from '../schema.ts';
import { type Address, readAddresses } from './waitlist.ts';
import { countDays, sumsOf, type WaitlistDay, type WaitlistSums } from './waitlist-days.ts';

export interface AddressPage {
  rows: Address[];
  /** How many addresses there are on all pages. */
  matching: number;
  /** How many of them are before this page. */
  from: number;
}

export interface AddressSelection {
  /** The beginning of an address; the empty text selects all. */
  search: string;
  order: AddressOrder;
  /** How many addresses are before the page. */
  from: number;
}

/** States of letters about which an admin may have to do something. */
const openStates = ['waiting', 'uncertain', 'refused'] as const satisfies readonly LetterState[];
type OpenLetters = Record<(typeof openStates)[number], number>;

/** What admins see of the waitlist. All reads use `engine.reports`, so neither writers nor visitors wait. */
export function createTeamWaitlist(engine: Engine) {
  const { reports } = engine;
  return {
    /** The list as it is now: its days that have any count, and their sums. Takes up to a second for a million people. */
    async count(): Promise<{ days: WaitlistDay[]; sums: WaitlistSums }> {
      const days = await countDays(reports);
      return { days, sums: sumsOf(days) };
    },

    /** How many letters are in each of `openStates`, up to `MAX_LETTERS_COUNTED`. */
    async openLetters(): Promise<OpenLetters> {
      const counts = openStates.map((state) => {
        const letters = sql`
          SELECT 1 FROM letter
          WHERE state = ${codesOf(state)} AND mailing IS NULL
          LIMIT ${sql.lit(MAX_LETTERS_COUNTED)}`;
        return sql`(SELECT count(*) FROM (${letters}) AS letters) AS ${sql.ref(state)}`;
      });
      const { rows } = await sql<OpenLetters>`SELECT ${sql.join(counts)}`.execute(reports);
      const of = (state: keyof OpenLetters) => Number(rows[0]?.[state] ?? 0);
      return { waiting: of('waiting'), uncertain: of('uncertain'), refused: of('refused') };
    },

    /**
     * One page of addresses, and how many there are, of the same state of the database. After the last page there is no
     * further one: the last one is returned.
     */
    page: (selection: AddressSelection): Promise<AddressPage> =>
      engine.snapshot(async (db) => {
        const chosen = selected(selection);
        const { rows: counted } = await sql<{ all: number }>`
          SELECT count(*) AS "all" FROM ${chosen.from}`.execute(db);
        const matching = Math.min(Number(counted[0]?.all), chosen.most);
        const lastPage = Math.max(0, Math.ceil(matching / ADDRESSES_PER_PAGE) - 1);
        const from = selection.from < matching ? selection.from : lastPage * ADDRESSES_PER_PAGE;
        const { rows: listed } = await sql<{ email: string }>`
          SELECT email FROM ${chosen.from} ORDER BY ${chosen.order}
          LIMIT ${Math.min(ADDRESSES_PER_PAGE, matching - from)} OFFSET ${from}`.execute(db);
        return { rows: await readRows(db, listed), matching, from };
      }),
  };
}

/**
 * After a text, as many of the largest characters as an address can have: the end of the range of addresses that begin
 * with the text.
 */
const LAST = '\u{10ffff}'.repeat(254);

/** The rows of a selection, and their order. */
interface Selected {
  from: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** How many rows are listed at most. */
  most: number;
}

const byAddress = { order: sql`email`, most: Number.POSITIVE_INFINITY };

const orders: Readonly<Record<AddressOrder, Selected>> = {
  address: { from: sql`waitlist`, ...byAddress },
  position: {
    from: sql`member WHERE rank < ${NOT_WAITING}`,
    order: sql`rank, key DESC`,
    most: Number.POSITIVE_INFINITY,
  },
  // Reads the whole table, which has no index by time (decision 007).
  newest: {
    from: sql`waitlist`,
    order: sql`joined_at DESC, email`,
    most: MAX_NEWEST,
  },
};

/** A search reads a range of the primary key. */
function selected({ search, order }: AddressSelection): Selected {
  if (search === '') return orders[order];
  // An engine refuses NUL, which no address contains.
  const text = search.normalize('NFC').toLowerCase().replaceAll('\0', LAST);
  return { from: sql`waitlist WHERE email >= ${text} AND email < ${text + LAST}`, ...byAddress };
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
