import type { CompiledQuery } from 'kysely';
import type { Engine } from '../engine.ts';
import { asHex, copyErasure, type ErasureLedger, hashSubject, readLedger } from '../erasures.ts';
import { createInviters } from '../invites/inviters.ts';
import { pagesOf } from '../tables.ts';
import { eraseAddress } from '../waitlist/waitlist.ts';

/** How many addresses and inviters were erased from the backup. */
export interface ErasedAgain {
  addresses: number;
  inviters: number;
}

/** Erases from a backup the people who were erased after it was made, according to other databases. */
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
 * An erasure that the backup contains happened before the backup was made. If the person is in the backup nevertheless,
 * the person joined again, and is not erased. Hashes with another secret cannot be compared, so all erasures of a
 * ledger with another secret are done again.
 */
function erasuresSince(known: ErasureLedger, ledger: ErasureLedger): ErasureLedger {
  if (!isSame(known.secret, ledger.secret)) return ledger;
  const since = [...ledger.erasures].filter(
    ([subject, at]) => at > (known.erasures.get(subject) ?? Number.NEGATIVE_INFINITY),
  );
  return { ...ledger, erasures: new Map(since) };
}

async function eraseAddresses(
  backup: Engine,
  { secret, erasures }: ErasureLedger,
): Promise<number> {
  let erased = 0;
  for await (const page of pagesOf(backup.db, 'waitlist')) {
    for (const { email, joined_at } of page) {
      const at = erasures.get(asHex(hashSubject(secret, 'waitlist', String(email))));
      if (at === undefined || Number(joined_at) > at) continue;
      await eraseAddress(backup, String(email), at);
      erased++;
    }
  }
  return erased;
}

async function eraseInviters(backup: Engine, { secret, erasures }: ErasureLedger): Promise<number> {
  const inviters = createInviters(backup);
  let erased = 0;
  for await (const page of pagesOf(backup.db, 'inviter')) {
    for (const { user_id } of page) {
      const at = erasures.get(asHex(hashSubject(secret, 'inviter', String(user_id))));
      if (at === undefined) continue;
      await inviters.erase(String(user_id), at);
      erased++;
    }
  }
  return erased;
}

/** Adds the erasures to the backup, so that the restored database and its backups contain them too. */
async function remember(backup: Engine, { erasures }: ErasureLedger): Promise<void> {
  const queries: CompiledQuery[] = [...erasures].map(([subject, at]) =>
    copyErasure(backup.db, Buffer.from(subject, 'hex'), at),
  );
  if (queries.length > 0) await backup.write(queries);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
