import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Availability } from '../../contract/availability.ts';
import { DAY_MS, dayOf } from '../../contract/durations.ts';
import { mayGetLetters } from '../../contract/email-address.ts';
import { launchedPlatforms } from '../../contract/launch.ts';
import { mostInADay, SLOW_LETTERS } from '../../contract/mail.ts';
import {
  type MailingLetterState,
  type MailingText,
  mailingKinds,
  PREPARING,
} from '../../contract/mailings.ts';
import type { Phone } from '../../contract/phones.ts';
import { readLatest } from '../availability.ts';
import type { Engine } from '../engine.ts';
import { getsNoLetter } from '../erasures.ts';
import { type Budget, takeAll } from '../identity/budgets.ts';
import { readPhone } from '../people/phones.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import {
  type Found,
  isReserved,
  type MailingRow,
  type Person,
  setLetter,
  setPersonBack,
  stateOf,
  withLetter,
} from './found-letter.ts';
import { codeOfMailing, removeFromMailings } from './mailing-letter.ts';
import type { Subjects } from './subjects.ts';
import { hourAfter, limitsOf, MAX_PUT_BACK } from './take-turn.ts';

const LAUNCH = mailingKinds.indexOf('launch');
const NOT_LAUNCHED =
  'A platform that was launched when the mailing was sent is not launched any more. Resume it when it is again, or end it.';

/** A letter of a mailing that is being sent. */
export interface MailingLetter extends MailingText {
  id: number;
  mailing: number;
  /** Of a launch letter: what visitors can get now, and the named day of deletion. */
  launch: { app: Availability; day: number } | undefined;
  email: string;
  /** Which phone the person has; null if this is unknown. */
  phone: Phone | null;
  /** When the mailing was sent by the admin. */
  at: number;
  /** As in `Letter`. */
  attempts: number;
  dueAt: number;
}

/** A letter, which is now `sending`; or what the letters of the mailing wait for; `nothing due` if no mailing is running. */
export type MailingTurn = MailingLetter | 'nothing due' | 'hour' | 'day' | 'slow day' | 'due';

/** The key under which all instances count the letters of mailings of a day. It identifies no person. */
const LETTERS_OF_MAILINGS = createHash('sha256').update('letters of mailings').digest();

/** See `MailingLetters.takeTurn`. */
export async function takeMailingTurn(
  engine: Engine,
  budget: Budget,
  at: number,
): Promise<MailingTurn> {
  const running = await readRunning(engine, at);
  if (!running) return 'nothing due';
  const slow = limitsOfSlowDay(await countAcceptedBefore(engine.db, at));
  for (let tries = 0; tries < MAX_PUT_BACK; tries++) {
    const id = await readNextId(engine.db, running.id, at);
    if (id === undefined) return (await endIfDone(engine, running.id, at)) ? 'nothing due' : 'due';
    const turn = await withLetter(engine, id, (db, found, subjects) =>
      begin(db, found, subjects, budget, slow, at),
    );
    if (turn && turn !== 'put back') return turn;
  }
  return 'due';
}

/** @returns how many letters of all mailings were accepted before today (UTC), at most `SLOW_LETTERS` */
export async function countAcceptedBefore(db: Kysely<Database>, at: number): Promise<number> {
  const today = dayOf(at) * DAY_MS;
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (
      SELECT 1 FROM mailing_letter WHERE mailing IN (SELECT id FROM mailing)
        AND state = ${codeOfMailing('accepted')} AND at < ${today} LIMIT ${sql.lit(SLOW_LETTERS)}
    ) AS accepted`.execute(db);
  return Number(rows[0]?.n);
}

function limitsOfSlowDay(acceptedBefore: number) {
  const most = mostInADay(acceptedBefore);
  if (most === undefined) return [];
  const otherwise = 'slow day' as const;
  return [{ key: LETTERS_OF_MAILINGS, perHour: most, perDay: most, otherwise }];
}

/** The mailing whose letters may be sent. One that was paused during its last letters ends. */
async function readRunning(engine: Engine, at: number): Promise<MailingRow | undefined> {
  const unended = engine.db.selectFrom('mailing').selectAll().where('ended_at', 'is', null);
  const mailing = await unended.executeTakeFirst();
  if (!mailing) return undefined;
  if (isRunning(mailing, at)) return mailing;
  if (mailing.paused_why !== null && mailing.paused_why !== PREPARING)
    await endIfDone(engine, mailing.id, at);
  return undefined;
}

function isRunning({ starts_at, paused_why, ended_at }: MailingRow, at: number): boolean {
  return ended_at === null && paused_why === null && starts_at <= at;
}

async function readNextId(
  db: Kysely<Database>,
  mailing: number,
  at: number,
): Promise<number | undefined> {
  const letters = db.selectFrom('mailing_letter').select('id').where('mailing', '=', mailing);
  const waiting = letters.where('state', '=', codeOfMailing('waiting'));
  const first = waiting.orderBy('due_at').orderBy('id').limit(1);
  return (await first.where('due_at', '<=', at).executeTakeFirst())?.id;
}

/** @returns false if letters are still to be sent */
async function endIfDone(engine: Engine, mailing: number, at: number): Promise<boolean> {
  const unsent = [codeOfMailing('waiting'), codeOfMailing('sending')];
  const isUnsent = sql`mailing = ${mailing} AND state IN (${sql.join(unsent)})`;
  if (await hasAny(engine.db, 'mailing_letter', isUnsent)) return false;
  return await engine.transaction(async (db) => {
    if (await hasAny(db, 'mailing_letter', isUnsent)) return false;
    const unended = db.updateTable('mailing').where('id', '=', mailing);
    await unended.where('ended_at', 'is', null).set({ ended_at: at, paused_why: null }).execute();
    return true;
  });
}

/** See `takeTurn`. */
async function begin(
  db: Kysely<Database>,
  found: Found,
  { hashAddress, hashDomain }: Subjects,
  budget: Budget,
  slow: ReturnType<typeof limitsOfSlowDay>,
  at: number,
): Promise<MailingTurn | 'put back'> {
  const { letter, mailing, person } = found;
  if (!isRunning(mailing, at)) return 'nothing due';
  if (stateOf(found) !== 'waiting' || !person) return 'put back';
  if (person.joinedAt === undefined) {
    await removeFromMailings(db, person.email, at);
    return 'put back';
  }
  const launch = mailing.kind === LAUNCH ? await readLaunch(db, mailing) : undefined;
  if (launch === 'not launched') {
    const paused = db.updateTable('mailing').where('id', '=', mailing.id);
    await paused.set({ paused_why: NOT_LAUNCHED }).execute();
    return 'nothing due';
  }
  const leftOut = await whyLeftOut(db, found, person, hashAddress(person.email));
  if (leftOut) {
    await setLetter(db, found, { state: leftOut, at });
    await setPersonBack(db, found, at);
    return 'put back';
  }
  const limits = limitsOf(budget, true, hashDomain(person.email));
  const usedUp = await takeAll(db, [...limits, ...slow], at);
  if (usedUp?.otherwise === 'put back')
    await setLetter(db, found, { state: 'waiting', due_at: hourAfter(at) });
  if (usedUp) return usedUp.otherwise === 'slow day' ? 'slow day' : usedUp.until;
  await setLetter(db, found, { state: 'sending', at });
  const { id, attempts, due_at: dueAt } = letter;
  const { id: number, at: sentAt, subject, words } = mailing;
  const { email } = person;
  const phone = await readPhone(db, email);
  return { id, mailing: number, launch, email, phone, at: sentAt, attempts, dueAt, subject, words };
}

async function readLaunch(
  db: Kysely<Database>,
  { launch }: MailingRow,
): Promise<MailingLetter['launch'] | 'not launched'> {
  const launches = db.selectFrom('launch').select(['platforms', 'day']).where('id', '=', launch);
  const { platforms, day } = await launches.executeTakeFirstOrThrow();
  const app = (await readLatest(db)).state;
  return (launchedPlatforms(app) & platforms) === platforms ? { app, day } : 'not launched';
}

async function whyLeftOut(
  db: Kysely<Database>,
  found: Found,
  { email }: Person,
  subject: Uint8Array,
): Promise<MailingLetterState | undefined> {
  if (found.mailing.wave !== null && !isReserved(found)) return 'moved';
  const isSuppressed = !mayGetLetters(email) || (await getsNoLetter(db, subject));
  return isSuppressed ? 'suppressed' : undefined;
}
