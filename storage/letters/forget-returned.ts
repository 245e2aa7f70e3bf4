import { type Kysely, sql } from 'kysely';
import { type ReturnResult, returnResults } from '../../contract/mail.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';
import { ROWS_PER_STEP } from '../steps.ts';
import { deleteRows } from '../tables.ts';
import { count } from './gates.ts';
import { returnedReasons } from './suppressions.ts';

/** @returns how many rows of `stopped` were deleted */
export async function forgetAddresses({ transaction }: Engine, since: number): Promise<number> {
  const isSince = sql<boolean>`reason IN (${sql.join(returnedReasons)}) AND at >= ${since}`;
  for (let forgotten = 0; ; ) {
    const step = await transaction(async (db) => {
      const rows = db.selectFrom('stopped').select('subject').where(isSince).orderBy('subject');
      const found = (await rows.limit(ROWS_PER_STEP).execute()).map(({ subject }) => subject);
      if (found.length === 0) return 0;
      return await deleteRows(db, 'stopped', sql`subject IN (${sql.join(found)}) AND ${isSince}`);
    });
    if (step === 0) return forgotten;
    forgotten += step;
  }
}

/** @returns how many letters of mailings do not count as returned any more */
export async function forgetLetters({ db, transaction }: Engine, since: number): Promise<number> {
  const letters = db.selectFrom('letter').select('id').where('returned_at', '>=', since);
  let forgotten = 0;
  for (let last = 0; ; ) {
    const step = await letters.where('id', '>', last).orderBy('id').limit(ROWS_PER_STEP).execute();
    const ids = step.map(({ id }) => id);
    if (ids.length === 0) return forgotten;
    forgotten += await transaction((db) => unmark(db, ids, since));
    last = ids.at(-1) ?? last;
  }
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
