import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import { countRows, emptyTable, pagesOf, type Table } from '../tables.ts';
import { digestTable, TableDigest } from './table-digest.ts';

/** Follows work that takes a while. */
export interface Watch {
  /** Told now and then how many rows are done, and of how many. */
  tell(done: number, total: number): void;
  /** Interrupts it. */
  stop: AbortSignal;
}

/**
 * Brings the rows of tables from one database into another, of whatever engines, and compares what has
 * arrived. What the target has already is kept where it is how the source's rows begin, so that a
 * transfer that was interrupted goes on; anything else is removed.
 *
 * @param source one state of the database, which nobody changes meanwhile
 * @param fill runs each step as one transaction, or as a part of a larger one
 * @returns how many rows the target has now
 * @throws what `stop` was aborted with
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
    throw new Error(`The rows of ${table} did not arrive as they were sent.`);
  }
  return sent;
}

/** Keys that the engine gives go on where the source's ended, also where their rows are gone already. */
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
      ])
      .executeTakeFirstOrThrow();
    await continueAfter('inviter', 'key', Math.max(Number(last.inviter), Number(last.erased)));
    await continueAfter('invite_event', 'id', Number(last.event));
  });
}
