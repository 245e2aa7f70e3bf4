import { type Kysely, sql } from 'kysely';
import { counters } from '../events.ts';
import type { Database } from '../schema.ts';
import { columns, lockInviters } from './counters.ts';

/** A sign-up, and the ids that the inviter may have whose link was used. The first that exists is meant. */
interface SignUp {
  email: string;
  at: number;
  refs: readonly string[];
}

/** How many sign-ups are added to each inviter, by key. */
type SignUpCounts = ReadonlyMap<number, number>;

/**
 * On PostgreSQL each rule locks inviters, then rows of `waitlist`, `sign_up_ref` and `inviter_total`, in this order.
 * This function locks the inviters, so that they cannot be erased before the commit.
 *
 * @returns the key of the inviter of each address; of several, the first
 */
export async function findInviters(
  db: Kysely<Database>,
  signUps: readonly SignUp[],
): Promise<ReadonlyMap<string, number>> {
  const ids = signUps.flatMap(({ refs }) => refs.map((inviterId) => ({ inviterId })));
  const keys = await lockInviters(db, ids);
  const inviters = new Map<string, number>();
  for (const { email, refs } of signUps) {
    const key = refs.map((id) => keys.get(id)).find((one) => one !== undefined);
    if (key !== undefined) inviters.getOrInsert(email, key);
  }
  return inviters;
}

/**
 * Stores who invited addresses, unless that is stored already. The statements, and the rows that they change, are the
 * same for addresses that are on the waitlist and for others.
 *
 * @param counting the addresses whose sign-ups count now; undefined if none can
 */
export async function storeRefs(
  db: Kysely<Database>,
  signUps: readonly SignUp[],
  inviters: ReadonlyMap<string, number>,
  counting: ReadonlySet<string> | undefined,
): Promise<void> {
  const rows = new Map<string, Database['sign_up_ref']>();
  for (const { email, at } of signUps) {
    const inviter_key = inviters.get(email);
    if (inviter_key === undefined) continue;
    const counted = Number(counting?.has(email) ?? false);
    rows.getOrInsert(email, { email, inviter_key, at, requests: 0, counted }).requests++;
  }
  if (rows.size === 0) return;
  const stored = await db
    .insertInto('sign_up_ref')
    .values([...rows.values()].sort((a, b) => (a.email < b.email ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        // SQLite does not write a row that stays the same, so each request changes it.
        requests: sql<number>`sign_up_ref.requests + excluded.requests`,
      }),
    )
    .returning(['email', 'inviter_key', 'requests', 'counted'])
    .execute();
  if (!counting) return;
  const all = countBy(stored);
  const repeated = stored.filter(
    ({ email, requests, counted }) => !(counted && requests === rows.get(email)?.requests),
  );
  // Adding 0 would change no row on SQLite: so all are added, and those that do not count are subtracted.
  await addSignUps(db, all);
  // Also the inviters who are not stored: otherwise only new addresses would put them on the list of inviters.
  const named = [...rows.values()].map((row) => row.inviter_key);
  const none = new Map([...all.keys(), ...named].map((key) => [key, 0]));
  await addSignUps(db, new Map([...none, ...countBy(repeated, -1)]));
}

/** In a rule that has locked the address: counts its sign-up for the inviter whose link was used, once. */
export async function countSignUp(db: Kysely<Database>, email: string, at: number): Promise<void> {
  const counted = await db
    .updateTable('sign_up_ref')
    .set({ counted: 1, at })
    .where('email', '=', email)
    .where('counted', '=', 0)
    .returning('inviter_key')
    .execute();
  await addSignUps(db, countBy(counted));
}

/** Removes who invited addresses, and takes their sign-ups back from the inviters. */
export async function forgetRefs(db: Kysely<Database>, emails: readonly string[]): Promise<void> {
  const gone = await db
    .deleteFrom('sign_up_ref')
    .where('email', 'in', emails)
    .returning(['inviter_key', 'counted'])
    .execute();
  const counted = gone.filter((row) => row.counted === 1);
  await addSignUps(db, countBy(counted, -1));
}

function countBy(rows: readonly { inviter_key: number }[], each = 1): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { inviter_key: key } of rows) counts.set(key, (counts.get(key) ?? 0) + each);
  return counts;
}

async function addSignUps(db: Kysely<Database>, added: SignUpCounts): Promise<void> {
  if (added.size === 0) return;
  const zeros = sql.join(counters.map(() => sql.lit(0)));
  const rows = [...added]
    .sort(([a], [b]) => a - b)
    .map(([key, n]) => sql`(${key}, ${zeros}, ${n})`);
  await sql`
    INSERT INTO inviter_total (inviter_key, ${columns}, sign_ups) VALUES ${sql.join(rows)}
    ON CONFLICT (inviter_key) DO UPDATE SET
      sign_ups = inviter_total.sign_ups + excluded.sign_ups`.execute(db);
}
