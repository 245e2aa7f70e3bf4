import { ImportedInviter } from '../../contract/schemas/inviters.ts';
import type { Storage } from '../../storage/storage.ts';
import { errors } from '../http/errors.ts';
import { fieldProblem } from './field-problem.ts';
import { type Intake, storeValid } from './intake.ts';
import { checkInviter } from './inviter-checks.ts';

/**
 * Stores many users in one transaction, by the rules of `PUT /api/users/{id}`.
 *
 * @param rows as received: the fields of `PUT /api/users/{id}`, and the `id`
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
      const problem = fieldProblem(row, ImportedInviter);
      if (problem) throw errors.invalidUser(problem);
      const { id, ...profile } = row as ImportedInviter;
      return checkInviter(id, profile, imageHosts);
    },
    async (users) => {
      await inviters.putAll(users);
      return users.map(() => 'stored');
    },
  );
}
