import type { Storage } from '../../storage/storage.ts';
import { maskPhone } from '../settings/phone.ts';

/**
 * Makes the numbers in ADMIN_PHONES admins if there are no admins yet. Later only the table decides, so that a
 * removed admin stays removed.
 *
 * @returns a sentence about the numbers that are not admins, or undefined if all are
 */
export async function fillAdmins(
  { admins }: Storage,
  phones: readonly string[],
  at: number,
): Promise<string | undefined> {
  if ((await admins.list()).length === 0) {
    for (const phone of phones) await admins.add(phone, at);
  }
  const known = new Set(await admins.list());
  const others = phones.filter((phone) => !known.has(phone));
  if (others.length === 0) return undefined;
  return `ADMIN_PHONES names ${others.length} of ${phones.length} numbers that are not admins: ${others.map(maskPhone).join(', ')}. It only fills an empty list. To add an admin, use "npx impromptu admin add".`;
}
