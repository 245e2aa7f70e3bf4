import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { DAY_MS, dayOf } from '../../contract/durations.ts';
import {
  DOMAIN_LETTERS,
  LATER_SHARE,
  mostInADay,
  SLOW_LETTERS,
  shareOf,
} from '../../contract/mail.ts';
import type { Budget } from '../identity/budgets.ts';
import type { Database } from '../schema.ts';
import type { AddressHashes } from './address-hashes.ts';
import { codesOf, type LetterRow, letterPriorities } from './letter.ts';

/** The keys under which all instances count letters. They need not be secret, because they identify no person. */
const keyOf = (counted: string) => createHash('sha256').update(counted).digest();
const ALL_LETTERS = keyOf('letters');
const LATER_LETTERS = keyOf('letters that go later');
const LETTERS_OF_MAILINGS = keyOf('letters of mailings');

/** A budget that a letter uses, and what follows if it is used up: by default, letters wait until it is new. */
type Limit = Budget & { key: Uint8Array; otherwise?: 'next' | 'slow day' };

/** The budgets that a letter uses. */
export async function limitsOf(
  db: Kysely<Database>,
  { email, priority }: LetterRow,
  { hashDomain }: AddressHashes,
  budget: Budget,
  at: number,
): Promise<Limit[]> {
  const { later, bulk, mailing } = letterPriorities;
  const limits: Limit[] = [{ key: ALL_LETTERS, ...budget }];
  if ([later, bulk, mailing].some((one) => one === priority))
    limits.push({ key: LATER_LETTERS, ...shareOf(budget, LATER_SHARE) });
  const domain = hashDomain(email);
  const { perHour, shareOfDay } = DOMAIN_LETTERS;
  const { perDay } = shareOf(budget, shareOfDay);
  if (domain.length > 0) limits.push({ key: domain, perHour, perDay, otherwise: 'next' });
  const most = priority === mailing ? mostInADay(await countAcceptedBefore(db, at)) : undefined;
  if (most !== undefined)
    limits.push({ key: LETTERS_OF_MAILINGS, perHour: most, perDay: most, otherwise: 'slow day' });
  return limits;
}

/** @returns how many letters of all mailings were accepted before today (UTC), at most `SLOW_LETTERS` */
export async function countAcceptedBefore(db: Kysely<Database>, at: number): Promise<number> {
  const today = dayOf(at) * DAY_MS;
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (
      SELECT 1 FROM letter WHERE mailing IN (SELECT id FROM mailing)
        AND state = ${codesOf('accepted')} AND since < ${today} LIMIT ${sql.lit(SLOW_LETTERS)}
    ) AS accepted`.execute(db);
  return Number(rows[0]?.n);
}
