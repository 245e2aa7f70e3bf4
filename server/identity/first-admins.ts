import type { Storage } from '../../storage/storage.ts';
import { maskPhone } from '../settings/phone.ts';

/**
 * Makes admins of the numbers of ADMIN_PHONES where nobody is one yet. Later the table alone decides, so
 * that somebody who was removed stays so.
 *
 * @returns a sentence on those numbers that are not admins, or undefined where all are
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
  return `ADMIN_PHONES names ${others.length} of ${phones.length} numbers that are not admins: ${others.map(maskPhone).join(', ')}. It only fills an empty list; "npx impromptu admin add" makes somebody an admin.`;
}
