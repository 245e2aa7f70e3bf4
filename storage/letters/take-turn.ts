import { createHash } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { HOUR_MS } from '../../contract/durations.ts';
import { DOMAIN_LETTERS, LATER_SHARE, shareOf } from '../../contract/mail.ts';
import type { Engine } from '../engine.ts';
import { getsNoLetter } from '../erasures.ts';
import { type Budget, takeAll } from '../identity/budgets.ts';
import type { Database } from '../schema.ts';
import { asLetter, codeOf, type Letter, letterPriorities, sendingOrder } from './letter.ts';
import { subjectsOf } from './subjects.ts';

/** The keys under which all instances count letters. They need not be secret, because they identify no person. */
const ALL_LETTERS = createHash('sha256').update('letters').digest();
const SLOWED_LETTERS = createHash('sha256').update('letters during a slow flood').digest();
const LATER_LETTERS = createHash('sha256').update('letters that go later').digest();
/** Few, so that a turn is short even if many letters to one domain wait. */
export const MAX_PUT_BACK = 100;

/**
 * A letter, which is now `sending`; or why there is none. `no letter`: the next one's address gets none any more. `hour` and
 * `day`: the budget is used up.
 */
export type Turn = Letter | 'no letter' | 'nothing due' | 'hour' | 'day';
type LetterRow = Selectable<Database['letter']>;

/** See `Mail.takeTurn`. */
export async function takeTurn(
  engine: Engine,
  budget: Budget,
  at: number,
  forSignUps: Budget | undefined,
): Promise<Turn> {
  const { hashAddress, hashDomain } = await subjectsOf(engine);
  let priorities = sendingOrder;
  for (let tries = 0; tries < MAX_PUT_BACK; tries++) {
    const turn = await engine.transaction(async (db) => {
      const row = await readNext(db, priorities, at);
      if (!row) return 'nothing due';
      const usedUp = await takeAll(db, usesOf(row, hashDomain(row.email), budget, forSignUps), at);
      if (usedUp?.otherwise === 'put back') await putBack(db, row, at);
      if (usedUp?.otherwise === 'no budget') return usedUp.until;
      return usedUp?.otherwise ?? (await begin(db, row, hashAddress(row.email)));
    });
    if (turn === 'slowed') priorities = ['bulk'];
    else if (turn !== 'put back') return turn;
  }
  return 'nothing due';
}

/** Several queries, because one for all priorities would read every letter that is not due yet. */
async function readNext(
  db: Kysely<Database>,
  priorities: typeof sendingOrder,
  at: number,
): Promise<LetterRow | undefined> {
  const waiting = db.selectFrom('letter').selectAll().where('state', '=', codeOf('waiting'));
  const first = waiting.orderBy('due_at').orderBy('id').limit(1);
  for (const priority of priorities) {
    const next = first.where('priority', '=', letterPriorities.indexOf(priority));
    const row = await next.where('due_at', '<=', at).executeTakeFirst();
    if (row) return row;
  }
  return undefined;
}

function usesOf(
  row: LetterRow,
  domain: Uint8Array,
  budget: Budget,
  forSignUps: Budget | undefined,
) {
  const priority = letterPriorities[row.priority];
  if (priority === 'bulk') return limitsOf(budget, true, domain);
  const limits = limitsOf(budget, priority === 'later', domain, forSignUps);
  if (!forSignUps) return limits;
  return [{ key: SLOWED_LETTERS, ...forSignUps, otherwise: 'slowed' as const }, ...limits];
}

/**
 * The budgets that a turn uses, and what follows if one is used up.
 *
 * @param isLater whether the letter goes later than those that people ask for
 * @param domain of `hashDomain`
 * @param forSignUps as in `Mail.takeTurn`
 */
export function limitsOf(
  budget: Budget,
  isLater: boolean,
  domain: Uint8Array,
  forSignUps?: Budget,
) {
  const { perHour, shareOfDay } = DOMAIN_LETTERS;
  const all = { key: ALL_LETTERS, ...budget, otherwise: 'no budget' as const };
  const share = shareOf(budget, LATER_SHARE);
  const later = { key: LATER_LETTERS, ...share, otherwise: 'nothing due' as const };
  const ofDay = shareOf(forSignUps ?? budget, shareOfDay);
  const its = { key: domain, ...ofDay, perHour, otherwise: 'put back' as const };
  return [all, ...(isLater ? [later] : []), ...(domain.length > 0 ? [its] : [])];
}

/** The beginning of the next hour (UTC), whose budgets are new. */
export function hourAfter(at: number): number {
  return (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;
}

/** Moves a letter to the next hour. Its priority is then lower than that of usual letters, and higher than `later`. */
async function putBack(
  db: Kysely<Database>,
  { id, priority }: LetterRow,
  at: number,
): Promise<void> {
  const usual = letterPriorities.indexOf('usual');
  const lower = priority === usual ? letterPriorities.indexOf('postponed') : priority;
  const set = { due_at: hourAfter(at), priority: lower };
  await db.updateTable('letter').set(set).where('id', '=', id).execute();
}

/** If the letter came back after it was queued, for example from an earlier attempt, none is sent (decision 063). */
async function begin(db: Kysely<Database>, row: LetterRow, subject: Uint8Array): Promise<Turn> {
  if (await getsNoLetter(db, subject)) {
    await db.deleteFrom('letter').where('id', '=', row.id).execute();
    return 'no letter';
  }
  const state = codeOf('sending');
  await db.updateTable('letter').set({ state }).where('id', '=', row.id).execute();
  return asLetter({ ...row, state });
}
