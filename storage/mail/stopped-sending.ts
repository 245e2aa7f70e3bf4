import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { codeOf } from './letter.ts';
import { codeOfMailing } from './mailing-letter.ts';

/** So many letters that the mail server has put off are not the fault of one address. */
const MANY_PUT_OFF = 3;

/**
 * Whether letters were tried that had to leave before `since`, and none has left after it. Without an attempt they wait
 * for the budget. `attempts` counts how often the mail server has put one letter off: not that it could not be used.
 */
export async function hasStopped(db: Kysely<Database>, since: number): Promise<boolean> {
  const waiting = sql.lit(codeOf('waiting'));
  const { rows } = await sql<{ stopped: boolean | number }>`
    SELECT (
      EXISTS (SELECT 1 FROM letter
        WHERE state = ${waiting} AND due_at <= ${since} AND attempts = 0 AND reply IS NOT NULL)
      OR (SELECT count(*) FROM letter
        WHERE state = ${waiting} AND at <= ${since} AND attempts > 0) >= ${sql.lit(MANY_PUT_OFF)}
      OR EXISTS (SELECT 1 FROM mailing JOIN mailing_letter ON mailing_letter.mailing = mailing.id
        WHERE ended_at IS NULL AND paused_why IS NULL AND state = ${sql.lit(codeOfMailing('waiting'))}
          AND due_at <= ${since} AND attempts = 0 AND reply IS NOT NULL)
    ) AND NOT EXISTS (SELECT 1 FROM letter
      WHERE state = ${sql.lit(codeOf('sent'))} AND due_at > ${since})
    AND NOT EXISTS (SELECT 1 FROM mailing_letter
      WHERE state = ${sql.lit(codeOfMailing('accepted'))} AND at > ${since}) AS stopped`.execute(
    db,
  );
  return Boolean(rows[0]?.stopped);
}
