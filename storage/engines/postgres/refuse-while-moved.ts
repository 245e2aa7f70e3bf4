import { StorageRefusal } from '../../errors.ts';
import type { GuardedClient } from './guarded-client.ts';

/** The key of the advisory lock of a mover. */
export const MOVING = 8_316_003;
/** The `application_name` of a mover's connections in `pg_stat_activity`. */
export const MOVER_NAME = 'impromptu-mover';

/**
 * Checks each new connection of servers and other commands before its first statement. It is not enough that a mover
 * looks for their connections (`becomesQuiet`): the mover may have read the list of connections before this connection
 * was in it. A server that had lost all its connections may also connect again while a mover works.
 *
 * @throws StorageRefusal while a mover has the lock
 */
export async function refuseWhileMoved(client: GuardedClient): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_setting('application_name') = '${MOVER_NAME}'
       OR pg_try_advisory_xact_lock_shared(${MOVING}) AS free`,
  );
  if (rows[0]?.['free']) return;
  throw new StorageRefusal(
    'The database is being copied or restored. Start this again when the copy or restore has ended.',
  );
}
