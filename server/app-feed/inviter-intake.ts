import type { PutInviterRequest } from '../../contract/schemas/inviters.ts';
import type { Storage } from '../../storage/storage.ts';
import { errors } from '../http/errors.ts';
import { type Intake, storeValid } from './intake.ts';
import { checkInviter } from './inviter-checks.ts';

/**
 * Stores many users at once, by the rules of `PUT /api/users/{id}`.
 *
 * @param rows as received; each also has its `id`
 * @param imageHosts allowed hosts of profile images; undefined for any
 * @throws StorageUnavailable if the storage cannot confirm that the users are stored
 */
export function storeInviters(
  rows: readonly unknown[],
  { inviters }: Storage,
  imageHosts: readonly string[] | undefined,
): Promise<Intake> {
  return storeValid(
    rows,
    (row) => {
      if (!isUser(row)) throw errors.invalidUser();
      const { id, ...profile } = row;
      return checkInviter(id, profile, imageHosts);
    },
    async (users) => {
      await inviters.putAll(users);
      return users.map(() => 'stored');
    },
  );
}

function isUser(row: unknown): row is PutInviterRequest & { id: string } {
  if (typeof row !== 'object' || row === null) return false;
  const { id, username, firstName, profileImageUrl, ...others } = row as Record<string, unknown>;
  const areTexts = typeof id === 'string' && typeof username === 'string';
  const mayBeMissing = [firstName, profileImageUrl].every((value) => {
    return typeof value === 'string' || value === null || value === undefined;
  });
  return areTexts && mayBeMissing && Object.keys(others).length === 0;
}
