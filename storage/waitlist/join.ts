import { type Kysely, sql } from 'kysely';
import { dayOf } from '../../contract/durations.ts';
import { frequentRule, inKeyOrder } from '../engine.ts';
import { isLaunch } from '../mail/mailing-letter.ts';
import type { Database } from '../schema.ts';
import { findInviters, type SignUpWithRefs, storeRefs } from './sign-up-refs.ts';

/** A sign-up's request for a letter, which `Mail.queue` reads later. */
export interface Ask {
  /** The code of the member whose link was used; it may be the code of no member. */
  via: string | undefined;
  /** Whether its letter goes after those of other sign-ups. */
  isLater?: boolean;
}

/** See `Waitlist.join`. */
export interface NewSignUp extends SignUpWithRefs {
  ask: Ask | undefined;
  /** The name of the site's own link that was used. */
  from: string | undefined;
}

/** The beginning of the text that a trial sign-up has in place of an address. No address has a space. */
export const TRIAL = 'trial ';

/**
 * A rule that stores sign-ups. It runs the same statements, which lock and write the same rows, for known and unknown
 * addresses (decision 064).
 */
export const storeSignUps = frequentRule(
  import.meta.url,
  async function storeSignUps(
    db: Kysely<Database>,
    signUps: readonly NewSignUp[],
  ): Promise<undefined[]> {
    const trial = signUps.find(isTrial);
    const others = trial ? signUps.filter((signUp) => !isTrial(signUp)) : signUps;
    if (others.length > 0) await store(db, others);
    if (trial) await storeAndRemove(db, trial);
    return signUps.map(() => undefined);
  },
);

function isTrial({ email }: NewSignUp): boolean {
  return email.startsWith(TRIAL);
}

async function store(db: Kysely<Database>, signUps: readonly NewSignUp[]): Promise<void> {
  const inviters = await findInviters(db, signUps);
  const launches = db.selectFrom('mailing').select(({ fn }) => fn.max('at').as('at'));
  // If the clock was set back since the launch letter, the sign-up is later than it: see `Launch.keep`.
  const launch = await launches.where(isLaunch).executeTakeFirst();
  const rows = new Map<string, { email: string; joined_at: number; requests: number }>();
  for (const { email, at } of signUps) {
    const row = rows.getOrInsert(email, { email, joined_at: at, requests: 0 });
    row.joined_at = Math.max(Math.min(row.joined_at, at), launch?.at ?? 0);
    row.requests++;
  }
  const stored = await db
    .insertInto('waitlist')
    .values(inKeyOrder(rows.values(), ({ email }) => email))
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        requests: sql<number>`waitlist.requests + excluded.requests`,
      }),
    )
    .returning(['email', 'requests'])
    .execute();
  const isNew = new Set(
    stored
      .filter((row) => row.requests === rows.get(row.email)?.requests)
      .map(({ email }) => email),
  );
  const asks = signUps.flatMap(({ email, at, ask }) =>
    ask ? [{ email, at, via: ask.via ?? null, priority: Number(ask.isLater ?? false) }] : [],
  );
  if (asks.length > 0) await db.insertInto('ask').values(asks).execute();
  // With letters, a sign-up counts for the inviter once it is confirmed.
  await storeRefs(db, signUps, inviters, isNew, asks.length > 0 ? 'onceConfirmed' : 'now');
  await countNamedLinks(db, signUps);
}

async function storeAndRemove(db: Kysely<Database>, trial: NewSignUp): Promise<void> {
  await store(db, [trial]);
  await db.deleteFrom('waitlist').where('email', '=', trial.email).execute();
  if (!trial.ask) return;
  // There may be many rows, and this one is near the end.
  const own = db
    .selectFrom('ask')
    .select('id')
    .where('email', '=', trial.email)
    .orderBy('id', 'desc')
    .limit(1);
  await db.deleteFrom('ask').where('id', '=', own).execute();
}

/** Counts each request, because a count of new addresses would show whether an address is on the waitlist. */
async function countNamedLinks(db: Kysely<Database>, signUps: readonly NewSignUp[]): Promise<void> {
  const rows = new Map<string, Database['named_link']>();
  for (const { from: name, at } of signUps) {
    if (name === undefined) continue;
    const day = dayOf(at);
    rows.getOrInsert(`${name} ${day}`, { name, day, sign_ups: 0 }).sign_ups++;
  }
  if (rows.size === 0) return;
  await db
    .insertInto('named_link')
    .values(inKeyOrder(rows.values(), ({ name, day }) => `${name} ${day}`))
    .onConflict((conflict) =>
      conflict.columns(['name', 'day']).doUpdateSet({
        sign_ups: sql<number>`named_link.sign_ups + excluded.sign_ups`,
      }),
    )
    .execute();
}
