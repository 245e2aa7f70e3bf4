import { FIRST_ADMINS } from '../../contract/audit.ts';
import type { Storage } from '../../storage/open.ts';

/**
 * Makes the numbers in ADMIN_PHONES admins if the database has no admins. If it has at least one, no number is added,
 * so that a removed admin stays removed.
 *
 * @returns a warning about the numbers that are not admins, or undefined if all are admins
 */
export async function addFirstAdmins(
  { admins }: Storage,
  phones: readonly string[],
  at: number,
): Promise<string | undefined> {
  if ((await admins.list()).length === 0) {
    for (const phone of phones) await admins.add(phone, at, FIRST_ADMINS);
  }
  const known = new Set(await admins.list());
  const others = phones.filter((phone) => !known.has(phone));
  if (others.length === 0) return undefined;
  return `Of the ${phones.length} numbers in ADMIN_PHONES, these are not admins: ${others.map(maskPhone).join(', ')}. ADMIN_PHONES is only used while there are no admins. To add an admin, use "./site admin add".`;
}

/** @returns the number with most digits masked, so that only people who know the number recognise it */
function maskPhone(phone: string): string {
  return `${phone.slice(0, 2)}${'•'.repeat(phone.length - 4)}${phone.slice(-2)}`;
}
