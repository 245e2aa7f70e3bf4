import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { type ErasedSignUp, hashSubject } from '../erasures.ts';
import { createInviters } from '../invites/inviters.ts';
import { addressHashesOf } from '../letters/address-hashes.ts';
import { suppress, suppressionReasons } from '../letters/suppressions.ts';
import { readSecret } from '../secret.ts';
import { pagesOf } from '../tables.ts';
import { eraseAddress } from '../waitlist/waitlist.ts';

/** How many addresses and inviters were erased from the backup. */
export interface ErasedAgain {
  addresses: number;
  inviters: number;
}

/**
 * The erasures of a database, as keyed hashes. They show whether a given id was erased, but do not reveal the erased
 * ids.
 */
export interface ErasureLedger {
  readonly secret: Uint8Array;
  /** The last erasure by the hexadecimal hash of the subject. `at`: in milliseconds since 1970 UTC. */
  readonly erasures: ReadonlyMap<string, { at: number; signUp: ErasedSignUp }>;
  /** The time at which a person left the waitlist, by the hexadecimal hash of the subject. */
  readonly left: ReadonlyMap<string, number>;
}

export async function readLedger(engine: Engine): Promise<ErasureLedger> {
  const { db } = engine;
  const erasures = await db.selectFrom('erasure').selectAll().execute();
  const suppressed = db.selectFrom('stopped').select(['subject', 'at']);
  const left = await suppressed.where('reason', '=', suppressionReasons.left).execute();
  return {
    secret: await readSecret(engine, 'secret'),
    erasures: new Map(
      erasures.map(({ subject, at, stays_counted }) => [
        subject.toHex(),
        { at, signUp: stays_counted === 1 ? 'counted' : 'uncounted' },
      ]),
    ),
    left: new Map(left.map(({ subject, at }) => [subject.toHex(), at])),
  };
}

/**
 * Erases people from a backup who were erased, or left the waitlist, after it was made. The ledgers of other databases
 * name them.
 */
export async function eraseAgain(
  backup: Engine,
  ledgers: readonly ErasureLedger[],
): Promise<ErasedAgain> {
  const erased: ErasedAgain = { addresses: 0, inviters: 0 };
  for (const ledger of ledgers) {
    const since = erasuresSince(await readLedger(backup), ledger);
    if (since.erasures.size === 0) continue;
    erased.addresses += await eraseAddresses(backup, since);
    erased.inviters += await eraseInviters(backup, since);
    if (isSame(since.secret, (await readLedger(backup)).secret)) await remember(backup, since);
  }
  return erased;
}

/**
 * The erasures that are not in the backup. An erasure in the backup was made before it: if the backup also has the
 * person, the person joined again after the erasure, and stays. Hashes of different secrets cannot be compared, so then
 * all erasures are returned.
 */
function erasuresSince(known: ErasureLedger, ledger: ErasureLedger): ErasureLedger {
  if (!isSame(known.secret, ledger.secret)) return ledger;
  const since = [...ledger.erasures].filter(
    ([subject, { at }]) => at > (known.erasures.get(subject)?.at ?? Number.NEGATIVE_INFINITY),
  );
  return { ...ledger, erasures: new Map(since) };
}

/** Also searches the letters, because a person who has left may have a letter, but is not on the waitlist. */
async function eraseAddresses(
  backup: Engine,
  { secret, erasures, left }: ErasureLedger,
): Promise<number> {
  let erased = 0;
  for (const [table, time] of [
    ['waitlist', 'joined_at'],
    ['letter', 'at'],
  ] as const) {
    for await (const page of pagesOf(backup.db, table)) {
      for (const row of page) {
        const email = String(row['email']);
        const hex = hashSubject(secret, 'waitlist', email).toHex();
        const erasure = erasures.get(hex);
        if (!erasure || Number(row[time]) > erasure.at) continue;
        if (await eraseAddress(backup, email, erasure.at, undefined, erasure.signUp)) erased++;
        await storeLeft(backup, email, left.get(hex));
      }
    }
  }
  return erased;
}

/** Adds a person who has left to the table `stopped` of the backup, as a hash with the backup's secret. */
async function storeLeft(backup: Engine, email: string, leftAt: number | undefined): Promise<void> {
  if (leftAt === undefined) return;
  const subject = (await addressHashesOf(backup)).hashAddress(email);
  await backup.transaction((db) => suppress(db, subject, 'left', leftAt));
}

async function eraseInviters(backup: Engine, { secret, erasures }: ErasureLedger): Promise<number> {
  const inviters = createInviters(backup);
  let erased = 0;
  for await (const page of pagesOf(backup.db, 'inviter')) {
    for (const { user_id } of page) {
      const erasure = erasures.get(hashSubject(secret, 'inviter', String(user_id)).toHex());
      if (!erasure) continue;
      await inviters.erase(String(user_id), erasure.at);
      erased++;
    }
  }
  return erased;
}

/**
 * Adds the erasures to the backup, so that the restored database and its backups contain them too. Also deletes the
 * person's hash from `stopped`. If the person has left, according to the ledger, adds the hash again as `left`.
 */
async function remember(backup: Engine, { erasures, left }: ErasureLedger): Promise<void> {
  await backup.transaction(async (db) => {
    for (const [hex, { at, signUp }] of erasures) {
      const subject = Buffer.from(hex, 'hex');
      await sql`
        INSERT INTO erasure (subject, at, stays_counted)
        VALUES (${subject}, ${at}, ${sql.lit(Number(signUp === 'counted'))})
        ON CONFLICT (subject) DO UPDATE SET at = excluded.at, stays_counted = excluded.stays_counted
        WHERE erasure.at < excluded.at`.execute(db);
      await db.deleteFrom('stopped').where('subject', '=', subject).execute();
      const leftAt = left.get(hex);
      if (leftAt !== undefined) await suppress(db, subject, 'left', leftAt);
    }
  });
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
