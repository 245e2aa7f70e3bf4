import { type Kysely, sql } from 'kysely';
import { type ReturnResult, returnResults } from '../../contract/mail.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';
import { inSteps } from '../steps.ts';
import { deleteRows } from '../tables.ts';
import { count } from './gates.ts';
import { returnedReasons } from './suppressions.ts';

/** @returns how many rows of `stopped` were deleted */
export async function forgetAddresses(engine: Engine, since: number): Promise<number> {
  const isSince = sql<boolean>`reason IN (${sql.join(returnedReasons)}) AND at >= ${since}`;
  const rows = await engine.reports
    .selectFrom('stopped')
    .select('subject')
    .where(isSince)
    .execute();
  const subjects = rows.map(({ subject }) => subject);
  let forgotten = 0;
  for await (const step of inSteps(subjects)) {
    const isOfStep = sql<boolean>`subject IN (${sql.join(step)}) AND ${isSince}`;
    forgotten += await engine.transaction((db) => deleteRows(db, 'stopped', isOfStep));
  }
  return forgotten;
}

/** @returns how many letters of mailings do not count as returned any more */
export async function forgetMarks(engine: Engine, since: number): Promise<number> {
  const letters = engine.reports.selectFrom('letter').select('id');
  const ids = (await letters.where('returned_at', '>=', since).execute()).map(({ id }) => id);
  let forgotten = 0;
  for await (const step of inSteps(ids))
    forgotten += await engine.transaction((db) => unmark(db, step, since));
  return forgotten;
}

async function unmark(
  db: Kysely<Database>,
  ids: readonly number[],
  since: number,
): Promise<number> {
  const letters = db.selectFrom('letter').select(['mailing', 'returned']);
  const marked = await letters.where('id', 'in', ids).where('returned_at', '>=', since).execute();
  await db
    .updateTable('letter')
    .set({ returned: null, returned_at: null })
    .where('id', 'in', ids)
    .where('returned_at', '>=', since)
    .execute();
  for (const mailing of await readMailingsOf(db, marked)) {
    const rest = (result: ReturnResult) => {
      const code = returnResults.indexOf(result);
      const its = marked.filter((one) => one.mailing === mailing.id && one.returned === code);
      // After a resume the counts may have begun later than these reports.
      return Math.max(0, mailing[result] - its.length);
    };
    await count(db, mailing, { bounced: rest('bounced'), complained: rest('complained') });
  }
  return marked.length;
}

/** @returns the mailings of some letters */
export async function readMailingsOf(
  db: Kysely<Database>,
  letters: readonly { mailing: number | null }[],
) {
  if (letters.length === 0) return [];
  const ids = letters.flatMap(({ mailing }) => mailing ?? []);
  return await db.selectFrom('mailing').selectAll().where('id', 'in', ids).execute();
}
