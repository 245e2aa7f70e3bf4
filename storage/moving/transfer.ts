import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Filling } from '../engine.ts';
import { countRows, pagesOf, type Table } from '../tables.ts';

/** Reports the progress of a transfer, and interrupts it. */
export interface Watch {
  /** Called after each page with the number of transferred rows and of all rows. */
  tell(done: number, total: number): void;
  /** Interrupts the transfer after the current page. */
  stop: AbortSignal;
}

/**
 * Copies the rows of tables from one database into another, of the same or another engine.
 *
 * @param source a snapshot, so that it does not change meanwhile
 * @param filling a transaction of the target, whose tables are empty
 * @returns how many rows were copied
 * @throws the reason of `stop`
 */
export async function transfer(
  source: Kysely<Database>,
  filling: Filling,
  tables: readonly Table[],
  { tell, stop }: Watch,
): Promise<number> {
  const total = await countRows(source, tables);
  let done = 0;
  for (const table of tables) {
    for await (const page of pagesOf(source, table)) {
      await filling.insert(table, page);
      done += page.length;
      tell(done, total);
      stop.throwIfAborted();
    }
  }
  const arrived = await countRows(filling.db, tables);
  if (done !== total || arrived !== total) {
    throw new Error(`Of ${total} rows, ${done} were read, and ${arrived} have arrived.`);
  }
  await continueKeys(filling);
  return done;
}

/**
 * Generated keys continue after the last keys in the transferred rows. `erased_inviter` is included, so that a new
 * inviter does not get the key of an erased inviter who still has rows in the log.
 */
async function continueKeys({ db, continueAfter }: Filling): Promise<void> {
  const last = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('inviter')
        .select(({ fn }) => fn.max('key').as('key'))
        .as('inviter'),
      selectFrom('erased_inviter')
        .select(({ fn }) => fn.max('inviter_key').as('key'))
        .as('erased'),
      selectFrom('invite_event')
        .select(({ fn }) => fn.max('id').as('id'))
        .as('event'),
      selectFrom('member')
        .select(({ fn }) => fn.max('key').as('key'))
        .as('member'),
      selectFrom('letter')
        .select(({ fn }) => fn.max('id').as('id'))
        .as('letter'),
    ])
    .executeTakeFirstOrThrow();
  await continueAfter('inviter', 'key', Math.max(Number(last.inviter), Number(last.erased)));
  await continueAfter('invite_event', 'id', Number(last.event));
  await continueAfter('member', 'key', Number(last.member));
  await continueAfter('letter', 'id', Number(last.letter));
}
