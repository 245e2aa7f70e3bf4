import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import { countRows, emptyTable, pagesOf, type Table } from '../tables.ts';
import { digestTable, TableDigest } from './table-digest.ts';

/** Reports the progress of a transfer, and interrupts it. */
export interface Watch {
  /** Called after each page with the number of transferred rows and of all rows. */
  tell(done: number, total: number): void;
  /** Interrupts the transfer after the current page. */
  stop: AbortSignal;
}

/**
 * Copies the rows of tables from one database into another, of the same or another engine, and compares both sides by a
 * hash. Rows that the target already has are kept if they equal the first rows of the source, so that an interrupted
 * transfer continues; otherwise the table is emptied first.
 *
 * @param source a snapshot, so that it does not change meanwhile
 * @param fill runs each step as one transaction, or as a part of a larger transaction
 * @returns how many rows the target has now
 * @throws the reason of `stop`
 */
export async function transfer(
  source: Kysely<Database>,
  fill: Engine['fill'],
  tables: readonly Table[],
  { tell, stop }: Watch,
): Promise<number> {
  const total = await countRows(source, tables);
  let done = 0;
  for (const table of tables) {
    const { rows } = await transferTable(source, fill, table, (rows) => {
      tell(done + rows, total);
      stop.throwIfAborted();
    });
    done += rows;
  }
  await continueKeys(fill);
  return done;
}

async function transferTable(
  source: Kysely<Database>,
  fill: Engine['fill'],
  table: Table,
  step: (rows: number) => void,
): Promise<TableDigest> {
  const kept = await fill(({ db }) => digestTable(db, table));
  let sent = await digestTable(source, table, kept.rows);
  if (!sent.equals(kept)) {
    await fill(({ db }) => emptyTable(db, table));
    sent = new TableDigest();
  }
  step(sent.rows);
  for await (const page of pagesOf(source, table, sent.last)) {
    await fill(({ insert }) => insert(table, page));
    sent.add(page);
    step(sent.rows);
  }
  const arrived = await fill(({ db }) => digestTable(db, table));
  if (!arrived.equals(sent)) {
    throw new Error(`The rows of ${table} in the target differ from those that were sent.`);
  }
  return sent;
}

/**
 * Generated keys continue after the last keys in the transferred rows. `erased_inviter` is included, so that a new
 * inviter does not get the key of an erased inviter who still has rows in the log.
 */
async function continueKeys(fill: Engine['fill']): Promise<void> {
  await fill(async ({ db, continueAfter }) => {
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
  });
}
