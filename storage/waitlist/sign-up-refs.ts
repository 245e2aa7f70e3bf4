import { type Kysely, sql } from 'kysely';
import { dayOf } from '../../contract/durations.ts';
import type { Engine } from '../engine.ts';
import { markUnscrubbed } from '../erasures.ts';
import { addTo, inviterKeys, OLDER, valuesOf } from '../invites/counters.ts';
import type { Database } from '../schema.ts';

/** Few, because their addresses are the parameters of a query. */
const REFS_PER_STEP = 500;

/** A sign-up. `refs` are ids that its link may name: the first of them that exists is the inviter. */
export interface SignUpWithRefs {
  email: string;
  at: number;
  refs: readonly string[];
}

/** A row of `sign_up_ref` that counts, or a part of it. */
type Counted = Pick<Database['sign_up_ref'], 'inviter_key' | 'at'>;

/** Whether a row of `sign_up_ref` counts for its inviter already. */
export const signUpCounts = { onceConfirmed: 0, now: 1 } as const;

/** @returns the key of the inviter of each address; of several, the first */
export async function findInviters(
  db: Kysely<Database>,
  signUps: readonly SignUpWithRefs[],
): Promise<ReadonlyMap<string, number>> {
  const ids = signUps.flatMap(({ refs }) => refs.map((inviterId) => ({ inviterId })));
  const keys = await inviterKeys(db, ids);
  const inviters = new Map<string, number>();
  for (const { email, refs } of signUps) {
    const key = refs.map((id) => keys.get(id)).find((one) => one !== undefined);
    if (key !== undefined) inviters.getOrInsert(email, key);
  }
  return inviters;
}

/**
 * Stores who invited addresses that signed up for the first time. An address that left, and was not confirmed since,
 * keeps its first inviter.
 *
 * @param counts whether the sign-ups count now or once they are confirmed
 */
export async function storeRefs(
  db: Kysely<Database>,
  signUps: readonly SignUpWithRefs[],
  inviters: ReadonlyMap<string, number>,
  counts: keyof typeof signUpCounts,
): Promise<void> {
  const rows = new Map<string, Database['sign_up_ref']>();
  const counted = signUpCounts[counts];
  for (const { email, at } of signUps) {
    const inviter_key = inviters.get(email);
    if (inviter_key !== undefined) rows.getOrInsert(email, { email, inviter_key, at, counted });
  }
  if (rows.size === 0) return;
  const stored = await db
    .insertInto('sign_up_ref')
    .values([...rows.values()])
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['inviter_key', 'at'])
    .execute();
  if (counts === 'now') await addSignUps(db, stored);
}

/** In a rule that confirms the address: counts its sign-up for the inviter whose link was used, once. */
export async function countSignUp(db: Kysely<Database>, email: string, at: number): Promise<void> {
  const counted = await db
    .updateTable('sign_up_ref')
    .set({ counted: signUpCounts.now, at })
    .where('email', '=', email)
    .where('counted', '=', signUpCounts.onceConfirmed)
    .returning(['inviter_key', 'at'])
    .execute();
  await addSignUps(db, counted);
}

/** Removes who invited addresses, and takes their sign-ups back from the inviters. */
export async function forgetRefs(db: Kysely<Database>, emails: readonly string[]): Promise<void> {
  await addSignUps(db, await deleteCounted(db, emails), -1);
}

/** Removes who invited addresses that are deleted at the end of their time: the sign-ups stay counted. */
export async function foldRefs(db: Kysely<Database>, emails: readonly string[]): Promise<void> {
  const folded = await deleteCounted(db, emails);
  await addToDays(db, folded, () => OLDER, 1);
  await addToDays(db, folded, dayOfRef, -1);
}

/** @returns those of the deleted rows that count */
async function deleteCounted(db: Kysely<Database>, emails: readonly string[]): Promise<Counted[]> {
  const refs = db.deleteFrom('sign_up_ref').where('email', 'in', emails);
  const gone = await refs.returning(['inviter_key', 'at', 'counted']).execute();
  return gone.filter(({ counted }) => counted === signUpCounts.now);
}

const dayOfRef = ({ at }: Counted) => dayOf(at);

async function addSignUps(
  db: Kysely<Database>,
  refs: readonly Counted[],
  each: 1 | -1 = 1,
): Promise<void> {
  if (refs.length === 0) return;
  const totals = [...Map.groupBy(refs, (ref) => ref.inviter_key)].map(([key, own]) => [
    key,
    each * own.length,
  ]);
  await addTo('inviter_total', ['sign_ups'], valuesOf(totals)).execute(db);
  await addToDays(db, refs, dayOfRef, each);
}

async function addToDays(
  db: Kysely<Database>,
  refs: readonly Counted[],
  dayIn: (ref: Counted) => number,
  each: 1 | -1,
): Promise<void> {
  const days = [...Map.groupBy(refs, dayIn)].flatMap(([day, ofDay]) =>
    [...Map.groupBy(ofDay, (ref) => ref.inviter_key)].map(([key, own]) => [
      day,
      key,
      each * own.length,
    ]),
  );
  if (days.length === 0) return;
  await addTo('inviter_day', ['sign_ups'], valuesOf(days)).execute(db);
}

/**
 * Removes the inviters of addresses that are neither on the waitlist nor in a letter. Such people left, signed up again,
 * and did not confirm before their letter was deleted, or got no letter.
 */
export async function forgetGoneRefs(engine: Engine, pause: () => Promise<void>): Promise<void> {
  const isGone = sql<boolean>`
    NOT EXISTS (SELECT 1 FROM waitlist WHERE waitlist.email = sign_up_ref.email)
    AND NOT EXISTS (SELECT 1 FROM letter WHERE letter.email = sign_up_ref.email)`;
  const gone = await engine.reports
    .selectFrom('sign_up_ref')
    .select('email')
    .where(isGone)
    .orderBy('email')
    .execute();
  for (let from = 0; from < gone.length; from += REFS_PER_STEP) {
    const emails = gone.slice(from, from + REFS_PER_STEP).map(({ email }) => email);
    await pause();
    await engine.transaction(async (db) => {
      // An address may have signed up again meanwhile.
      const refs = db.selectFrom('sign_up_ref').select('email').where('email', 'in', emails);
      const still = await refs.where(isGone).execute();
      if (still.length === 0) return;
      await forgetRefs(
        db,
        still.map(({ email }) => email),
      );
      await markUnscrubbed(db);
    });
  }
}
