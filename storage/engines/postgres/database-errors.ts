import { DatabaseError } from 'pg';
import { StorageUnavailable } from '../../errors.ts';

/** insufficient_privilege: the role has no right to a table or schema, until the operator grants it. */
const NO_RIGHT = '42501';
/**
 * The classes of SQLSTATE after which a statement may work when it is run again: connection, rollback after a
 * conflict, resources, locks, operator intervention, system errors, and `NO_RIGHT`.
 */
const TEMPORARY = new RegExp(`^(08|40|53|55|57|58|${NO_RIGHT})`);
/** read_only_sql_transaction: the server is a standby, such as the old primary after a failover. */
const READ_ONLY = '25006';

/** Whether the role of the connection has no right to a table or schema. */
export function lacksRight(error: unknown): error is StorageUnavailable {
  const { cause } = error instanceof StorageUnavailable ? error : {};
  return cause instanceof DatabaseError && cause.code === NO_RIGHT;
}

/** @returns StorageUnavailable for an unavailable, full or slow database; otherwise the error, without data of rows */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return error;
  if (error instanceof DatabaseError) {
    forgetRows(error);
    const code = error.code ?? '';
    if (error.severity !== 'FATAL' && code !== READ_ONLY && !TEMPORARY.test(code)) return error;
  }
  const reason = error instanceof Error ? error.message : String(error);
  const sentence = `The database has not confirmed the statement: ${reason.replace(/\.$/, '')}.`;
  return new StorageUnavailable(sentence, { cause: error });
}

/** PostgreSQL adds the row or value to an error. They are personal data, which must not be logged. */
function forgetRows(error: DatabaseError): void {
  error.detail = undefined;
  error.where = undefined;
}

/** Whether the connection must be closed after this error. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return error.severity === 'FATAL' || error.code === READ_ONLY;
}
