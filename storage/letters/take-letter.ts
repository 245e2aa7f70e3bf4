import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Availability } from '../../contract/availability.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { mayGetLetters } from '../../contract/email-address.ts';
import { launchedPlatforms } from '../../contract/launch.ts';
import { DOMAIN_LETTERS, LATER_SHARE, shareOf } from '../../contract/mail.ts';
import type { LetterState, MailingText } from '../../contract/mailings.ts';
import type { Phone } from '../../contract/phones.ts';
import { readLatest } from '../availability.ts';
import type { Engine } from '../engine.ts';
import { type Budget, takeAll, type Use } from '../identity/budgets.ts';
import { readPhone } from '../people/phones.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { type AddressHashes, addressHashesOf } from './address-hashes.ts';
import {
  type Found,
  findLetter,
  hasMoved,
  type MailingRow,
  setBack,
  setLetter,
} from './found-letter.ts';
import {
  asLetter,
  codeOf,
  codesOf,
  type Letter,
  type LetterRow,
  letterPriorities,
  sendingOrder,
} from './letter.ts';
import { getsNoLetter } from './suppressions.ts';

/** Few, so that a call is short even if many letters wait that cannot be sent now. */
const MAX_PASSED_OVER = 100;
const NOT_LAUNCHED =
  'A platform that was launched when the mailing was sent is not launched any more. Resume it when it is again, or end it.';

/** The keys under which all instances count letters. They need not be secret, because they identify no person. */
const keyOf = (counted: string) => createHash('sha256').update(counted).digest();
const ALL_LETTERS = keyOf('letters');
const LATER_LETTERS = keyOf('letters that go later');

type Limit = Use & { isOfDomain?: true };

/** A letter of a mailing that is being sent. `at`: when the mailing was sent by the admin. */
export interface MailingLetter
  extends MailingText,
    Pick<Letter, 'id' | 'email' | 'at' | 'attempts' | 'dueAt'> {
  mailing: number;
  /** Of a launch letter: what visitors can get now, and the named day of deletion. */
  launch: { app: Availability; day: number } | undefined;
  /** Which phone the person has; null if this is unknown. */
  phone: Phone | null;
}

/** A letter, now `sending`, or why there is none. `nothing due`: no mailing runs either. `next`: more are to be read. */
export type Turn = Letter | MailingLetter | 'nothing due' | 'hour' | 'day' | 'due' | 'next';

/** See `storage.letters.take`. */
export async function takeLetter(engine: Engine, budget: Budget, at: number): Promise<Turn> {
  const hashes = await addressHashesOf(engine);
  for (let tries = 0; tries < MAX_PASSED_OVER; tries++) {
    const step = await engine.transaction((db) => takeStep(db, hashes, budget, at));
    if (step !== 'next') return step;
  }
  return 'next';
}

async function takeStep(
  db: Kysely<Database>,
  hashes: AddressHashes,
  budget: Budget,
  at: number,
): Promise<Turn> {
  const running = await readRunning(db, at);
  const row = await readNext(db, running !== undefined, at);
  if (!row) return running ? 'due' : 'nothing due';
  const found = await findLetter(db, row);
  const leftOut = await whyLeftOut(db, found, hashes.hashAddress(row.email));
  if (!leftOut) return await begin(db, found, hashes, budget, at);
  await leaveOut(db, found, leftOut, at);
  return 'next';
}

/** @returns the mailing whose letters may be sent. If no letter remains, it ends, also while it is paused */
async function readRunning(db: Kysely<Database>, at: number): Promise<MailingRow | undefined> {
  const unended = db.selectFrom('mailing').selectAll().where('ended_at', 'is', null);
  const mailing = await unended.where('starts_at', '<=', at).executeTakeFirst();
  if (!mailing) return undefined;
  const isUnsent = sql`mailing = ${mailing.id} AND state IN (${codesOf('waiting', 'sending')})`;
  if (await hasAny(db, 'letter', isUnsent)) return mailing.paused_why ? undefined : mailing;
  const ended = { ended_at: at, paused_why: null };
  await db.updateTable('mailing').set(ended).where('id', '=', mailing.id).execute();
  return undefined;
}

/** Several queries, because one for all priorities would read every letter that is not due yet. */
async function readNext(
  db: Kysely<Database>,
  withMailing: boolean,
  at: number,
): Promise<LetterRow | undefined> {
  const waiting = db.selectFrom('letter').selectAll().where('state', '=', codeOf('waiting'));
  const first = waiting.orderBy('due_at').orderBy('id').limit(1);
  for (const priority of sendingOrder) {
    if (priority === 'mailing' && !withMailing) continue;
    const next = first.where('priority', '=', letterPriorities[priority]);
    const row = await next.where('due_at', '<=', at).executeTakeFirst();
    if (row) return row;
  }
  return undefined;
}

/** Of a mailing. One to a sign-up is deleted. */
async function leaveOut(db: Kysely<Database>, found: Found, state: LetterState, at: number) {
  if (found.mailing) await setLetter(db, found, state, { since: at });
  else await db.deleteFrom('letter').where('id', '=', found.letter.id).execute();
  await setBack(db, found, at);
}

/** @returns the state of a letter that may not be sent any more: for example, an earlier one came back (decision 063) */
async function whyLeftOut(
  db: Kysely<Database>,
  found: Found,
  subject: Uint8Array,
): Promise<LetterState | undefined> {
  if (hasMoved(found)) return 'moved';
  const isSuppressed = !mayGetLetters(found.letter.email) || (await getsNoLetter(db, subject));
  return isSuppressed ? 'suppressed' : undefined;
}

async function begin(
  db: Kysely<Database>,
  found: Found,
  hashes: AddressHashes,
  budget: Budget,
  at: number,
): Promise<Turn> {
  const { letter, mailing } = found;
  const taken = mailing
    ? await wordsOf(db, letter, mailing)
    : { ...asLetter(letter), state: 'sending' as const };
  if (!taken) return 'next';
  const usedUp = await takeAll(db, limitsOf(letter, hashes, budget), at);
  if (usedUp?.isOfDomain) {
    await putBack(db, letter, at);
    return 'next';
  }
  if (usedUp) return usedUp.until;
  await setLetter(db, found, 'sending', { since: at });
  return taken;
}

/** The budgets that a letter uses. Once that of its domain is used up, other letters are sent. */
function limitsOf(
  { email, priority }: LetterRow,
  { hashDomain }: AddressHashes,
  budget: Budget,
): Limit[] {
  const { later, bulk, mailing } = letterPriorities;
  const limits: Limit[] = [{ key: ALL_LETTERS, ...budget }];
  if ([later, bulk, mailing].some((one) => one === priority))
    limits.push({ key: LATER_LETTERS, ...shareOf(budget, LATER_SHARE) });
  const domain = hashDomain(email);
  const { perHour, shareOfDay } = DOMAIN_LETTERS;
  const { perDay } = shareOf(budget, shareOfDay);
  if (domain.length > 0) limits.push({ key: domain, perHour, perDay, isOfDomain: true });
  return limits;
}

/** @returns undefined if the mailing was paused, because a platform is not launched any more */
async function wordsOf(
  db: Kysely<Database>,
  { id, email, attempts, due_at: dueAt }: LetterRow,
  mailing: MailingRow,
): Promise<MailingLetter | undefined> {
  const { at, subject, words } = mailing;
  const launch = await findLaunch(db, mailing);
  if (launch && (launchedPlatforms(launch.app) & launch.platforms) !== launch.platforms) {
    const paused = db.updateTable('mailing').where('id', '=', mailing.id);
    await paused.set({ paused_why: NOT_LAUNCHED }).execute();
    return undefined;
  }
  const phone = await readPhone(db, email);
  return { id, email, attempts, dueAt, at, mailing: mailing.id, launch, phone, subject, words };
}

async function findLaunch(db: Kysely<Database>, { launch }: MailingRow) {
  if (launch === null) return undefined;
  const launches = db.selectFrom('launch').select(['platforms', 'day']).where('id', '=', launch);
  return { ...(await launches.executeTakeFirstOrThrow()), app: (await readLatest(db)).state };
}

/**
 * Moves a letter to the next hour (UTC), whose budgets are new. The priority of a usual letter is then lower than that of
 * other usual ones, and higher than `later`.
 */
async function putBack(
  db: Kysely<Database>,
  { id, priority }: LetterRow,
  at: number,
): Promise<void> {
  const lower = priority === letterPriorities.usual ? letterPriorities.postponed : priority;
  const set = { due_at: (Math.floor(at / HOUR_MS) + 1) * HOUR_MS, priority: lower };
  await db.updateTable('letter').set(set).where('id', '=', id).execute();
}
