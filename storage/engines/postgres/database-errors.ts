import { DatabaseError } from 'pg';
import { StorageUnavailable } from '../../errors.ts';

/**
 * The classes of SQLSTATE that say that a statement may work when tried again: connection, rollback by
 * a conflict, resources, locks, intervention by an operator, and the system below.
 */
const TEMPORARY = /^(08|40|53|55|57|58)/;
/** What a server says that does not take writes: the old one after a failover, or the new one before it. */
const READ_ONLY = '25006';

/** Whether to try at once again: another transaction was in the way. */
export function isConflict(error: unknown): boolean {
  const { cause } = error instanceof StorageUnavailable ? error : {};
  return cause instanceof DatabaseError && /^40(001|P01)$/.test(cause.code ?? '');
}

/** @returns StorageUnavailable where nothing is wrong but that the database is away, full or too slow */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return error;
  if (error instanceof DatabaseError) {
    forgetRows(error);
    const code = error.code ?? '';
    if (error.severity !== 'FATAL' && code !== READ_ONLY && !TEMPORARY.test(code)) return error;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new StorageUnavailable(`The database did not do it: ${reason}.`, { cause: error });
}

/** PostgreSQL quotes the row or value that an error is about: somebody's data, which no log may hold. */
function forgetRows(error: DatabaseError): void {
  error.detail = undefined;
  error.where = undefined;
}

/** Whether nothing more can be asked over a connection, or should be. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return error.severity === 'FATAL' || error.code === READ_ONLY;
}
