import { type Kysely, sql } from 'kysely';
import { dayOf } from '../../contract/durations.ts';
import { MEMBER_CODE } from '../../contract/screens.ts';
import { type Engine, frequentRule } from '../engine.ts';
import { addTo, valuesOf } from '../invites/counters.ts';
import type { Database } from '../schema.ts';
import { findInviters, type SignUpWithRefs, storeRefs } from './sign-up-refs.ts';

/** A sign-up's request for a letter, which `storage.letters.queue` reads later. */
export interface Ask {
  /** The code of the member whose link was used; it may be the code of no member. */
  via: string | undefined;
  /** Whether its letter goes after those of other sign-ups. */
  isLater?: boolean;
}

/** See `join` below. */
export interface NewSignUp extends SignUpWithRefs {
  ask: Ask | undefined;
  /** The name of the site's own link that was used. */
  from: string | undefined;
}

/** How a person came to the form. */
export interface Link {
  /** The ids that the link may mean. Its inviter is the first of them that exists. */
  refs?: readonly string[];
  /** The name of the site's own link. */
  from?: string | undefined;
}

export interface NamedLink {
  name: string;
  signUps: number;
  sinceDay: number;
}

/** A trial sign-up has this text in place of an address. Every address has an @. */
const TRIAL = 'trial';

/** Sign-ups, and the links by which people came. */
export function createSignUps(engine: Engine) {
  const signUps = engine.gather(storeSignUps);
  return {
    /**
     * Puts an address on the waitlist, or counts one more request for an address that is on it. Both are one durable
     * commit.
     *
     * @param ask set if the site sends letters: the same commit stores that this sign-up requests a letter
     * @param link which link was used; an inviter who does not exist changes nothing
     */
    join: (email: string, at: number, ask?: Ask, { refs = [], from }: Link = {}): Promise<void> =>
      signUps.add({ email, at, ask: ask && withoutInvalidCode(ask), refs, from }),

    /**
     * Resolves if a sign-up could be stored now: one is stored in the next batch, and deleted in the same transaction.
     *
     * @throws what `join` would throw
     */
    tryJoin: (): Promise<void> =>
      signUps.add({ email: TRIAL, at: 0, ask: undefined, refs: [], from: undefined }),

    /** The new sign-ups by each named link that was ever used, all and since a day (whole days since 1970 UTC). */
    async namedLinks(since: number): Promise<NamedLink[]> {
      const { rows } = await sql<NamedLink>`
        SELECT name, sum(sign_ups) AS "signUps",
          sum(CASE WHEN day >= ${since} THEN sign_ups ELSE 0 END) AS "sinceDay"
        FROM named_link GROUP BY name ORDER BY name`.execute(engine.reports);
      return rows;
    },
  };
}

/** Any text may arrive as a code. An engine refuses a text with NUL, and would refuse the whole batch. */
function withoutInvalidCode({ via, ...others }: Ask): Ask {
  return { ...others, via: via !== undefined && MEMBER_CODE.test(via) ? via : undefined };
}

/** A rule that stores sign-ups. A known address is a durable write, too: its requests are counted (decision 007). */
export const storeSignUps = frequentRule(
  import.meta.url,
  async function storeSignUps(
    db: Kysely<Database>,
    signUps: readonly NewSignUp[],
  ): Promise<undefined[]> {
    const inviters = await findInviters(db, signUps);
    const isNew = await storeAddresses(db, signUps);
    const asks = signUps.flatMap(({ email, at, ask }) =>
      ask ? [{ email, at, via: ask.via ?? null, priority: Number(ask.isLater ?? false) }] : [],
    );
    if (asks.length > 0) await db.insertInto('ask').values(asks).execute();
    // With letters, a sign-up counts for the inviter once it is confirmed.
    const ofNew = signUps.filter(({ email }) => isNew.has(email));
    await storeRefs(db, ofNew, inviters, asks.length > 0 ? 'onceConfirmed' : 'now');
    await countNamedLinks(db, ofNew);
    if (signUps.some(({ email }) => email === TRIAL))
      await db.deleteFrom('waitlist').where('email', '=', TRIAL).execute();
    return signUps.map(() => undefined);
  },
);

/**
 * @returns the addresses that signed up for the first time. An imported person was on the waitlist before, without a
 * sign-up.
 */
async function storeAddresses(
  db: Kysely<Database>,
  signUps: readonly NewSignUp[],
): Promise<ReadonlySet<string>> {
  const rows = new Map<string, { email: string; joined_at: number; requests: number }>();
  for (const { email, at } of signUps) {
    const row = rows.getOrInsert(email, { email, joined_at: at, requests: 0 });
    row.joined_at = Math.min(row.joined_at, at);
    row.requests++;
  }
  const stored = await db
    .insertInto('waitlist')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        requests: sql<number>`waitlist.requests + excluded.requests`,
      }),
    )
    .returning(['email', 'requests'])
    .execute();
  const isNew = stored.filter((row) => row.requests === rows.get(row.email)?.requests);
  return new Set(isNew.map(({ email }) => email));
}

/** Counts each new address once. Of several sign-ups for it at once, the first has put it on the waitlist. */
async function countNamedLinks(db: Kysely<Database>, ofNew: readonly NewSignUp[]): Promise<void> {
  const firsts = new Map<string, NewSignUp>();
  for (const signUp of ofNew) firsts.getOrInsert(signUp.email, signUp);
  const rows = new Map<string, Database['named_link']>();
  for (const { from: name, at } of firsts.values()) {
    if (name === undefined) continue;
    const day = dayOf(at);
    rows.getOrInsert(`${name} ${day}`, { name, day, sign_ups: 0 }).sign_ups++;
  }
  const sums = [...rows.values()].map(({ name, day, sign_ups }) => [name, day, sign_ups]);
  if (sums.length > 0) await addTo('named_link', ['sign_ups'], valuesOf(sums)).execute(db);
}
