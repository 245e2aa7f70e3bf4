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
import { codesOf, type LetterRow, letterPriorities } from './letter.ts';
import type { Subjects } from './subjects.ts';

/** The keys under which all instances count letters. They need not be secret, because they identify no person. */
const keyOf = (counted: string) => createHash('sha256').update(counted).digest();
const ALL_LETTERS = keyOf('letters');
const SLOWED_LETTERS = keyOf('letters during a slow flood');
const LATER_LETTERS = keyOf('letters that go later');
const LETTERS_OF_MAILINGS = keyOf('letters of mailings');

/** What a turn may use. `forSignUps`: as of `Letters.take`. */
export interface Limits {
  budget: Budget;
  forSignUps: Budget | undefined;
  at: number;
}

/** A budget that a letter uses, and what follows if it is used up: by default, letters wait until it is new. */
type Limit = Budget & {
  key: Uint8Array;
  otherwise?: 'slowed' | 'later' | 'next' | 'slow day' | undefined;
};

/** The budgets that a letter uses. */
export async function limitsOf(
  db: Kysely<Database>,
  { email, priority }: LetterRow,
  { hashDomain }: Subjects,
  { budget, forSignUps, at }: Limits,
): Promise<Limit[]> {
  const name = letterPriorities[priority];
  const isBulk = name === 'bulk' || name === 'mailing';
  const slowed = isBulk ? undefined : forSignUps;
  const domain = hashDomain(email);
  const { perHour, shareOfDay } = DOMAIN_LETTERS;
  const ofDomain = { ...shareOf(slowed ?? budget, shareOfDay), perHour };
  return [
    ...(slowed ? [{ key: SLOWED_LETTERS, ...slowed, otherwise: 'slowed' as const }] : []),
    { key: ALL_LETTERS, ...budget },
    ...(isBulk || name === 'later'
      ? [{ key: LATER_LETTERS, ...shareOf(budget, LATER_SHARE), otherwise: 'later' as const }]
      : []),
    ...(domain.length > 0 ? [{ key: domain, ...ofDomain, otherwise: 'next' as const }] : []),
    ...(name === 'mailing' ? await limitsOfSlowDay(db, at) : []),
  ];
}

async function limitsOfSlowDay(db: Kysely<Database>, at: number): Promise<Limit[]> {
  const most = mostInADay(await countAcceptedBefore(db, at));
  if (most === undefined) return [];
  return [{ key: LETTERS_OF_MAILINGS, perHour: most, perDay: most, otherwise: 'slow day' }];
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
