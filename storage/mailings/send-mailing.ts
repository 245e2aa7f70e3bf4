import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import {
  MAILING_BEGINS_AFTER_MINUTES,
  type MailingKind,
  type MailingText,
  mailingKinds,
  TEST_WITHIN_HOURS,
} from '../../contract/mailings.ts';
import type { Phone } from '../../contract/phones.ts';
import { describeNext } from '../../contract/team-waitlist.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { untold } from '../launch/fates.ts';
import { readLaunches } from '../mail/launch-mailings.ts';
import { codeOfMailing } from '../mail/mailing-letter.ts';
import { subjectsOf } from '../mail/subjects.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { type ComeFirst, passOver } from '../waitlist/choose-people.ts';
import { lockPeople, movePeople } from '../waitlist/person-states.ts';
import { codeOfPhone, hasPhone } from '../waitlist/phones.ts';
import { codeOfState } from '../waitlist/positions.ts';
import { addWave, newestWave } from '../waitlist/waves.ts';
import { chooseRecipients } from './recipients.ts';

export interface NewMailing extends MailingText {
  kind: MailingKind;
  /** Of the kind `next`: how many the admin asked for. If it is missing, `people`. */
  most?: number;
  /** Unless it is a launch letter: only to people who have said to have it. */
  phone?: Phone | undefined;
  /** Of the kind `next`: see `NextPeople`. */
  withFriends?: boolean | undefined;
  /** How many recipients the admin saw. */
  people: number;
  /** Of a launch letter: of `launchedPlatforms`. */
  platforms?: number;
}

/**
 * Why nothing was sent: other people than the admin saw would get the mailing, an earlier mailing has not ended, or no
 * test letter was sent before the first mailing.
 */
export type NotSent = 'changed' | 'running' | 'untested';

const [WAITING, SAME_MAILBOX] = [codeOfMailing('waiting'), codeOfMailing('same-mailbox')];

/** Undoes the transaction in which the recipients turn out to be others than those that the admin saw. */
class RecipientsChanged extends Error {}

/** See `Mailings.send`. @returns its id */
export async function sendMailing(
  engine: Engine,
  mailing: NewMailing,
  author: Author,
): Promise<number | NotSent | ComeFirst> {
  const { kind, people, most = people, phone, withFriends } = mailing;
  if (people < 1) return 'changed';
  const subjects = await subjectsOf(engine);
  // On a long list this takes long, so writers must not wait for it.
  const chosen =
    kind === 'next'
      ? await engine.snapshot(async (db) => ({
          newest: await newestWave(db),
          ...(await chooseRecipients(db, subjects, { people: most, phone, withFriends })),
        }))
      : undefined;
  if (chosen && 'comeFirst' in chosen) return chosen;
  const next = chosen?.emails;
  if (next && next.length !== people) return 'changed';
  try {
    return await engine.transaction(async (db) => {
      if (next) await lockWaiting(db, next);
      const at = kind === 'launch' ? await orderTimes(db, author.at) : author.at;
      const isChosen = next
        ? sql`email IN (${sql.join(next)}) AND ${hasPhone(phone)}`
        : await membersFor(db, mailing, author.at);
      if (!isChosen) return 'changed';
      const id = await addMailing(db, mailing, at, author);
      if (typeof id !== 'number') return id;
      if ((await addLetters(db, id, isChosen, author.at)) !== people) throw new RecipientsChanged();
      if (chosen) {
        const wave = await reserve(db, id, chosen.newest, author);
        await passOver(db, chosen.passedOver, wave);
      }
      await recordAct(
        db,
        author,
        'send-mailing',
        `mailing ${id} to ${describeNext({ people, phone, withFriends })}`,
      );
      return id;
    });
  } catch (error) {
    if (error instanceof RecipientsChanged) return 'changed';
    throw error;
  }
}

/**
 * The members to whom a mailing of another kind than `next` goes, as a condition. People who have confirmed since the
 * admin saw the number are not among them, and cannot stop the mailing.
 *
 * @returns undefined if the admin saw another number
 */
async function membersFor(
  db: Kysely<Database>,
  { kind, people, platforms = 0, phone }: NewMailing,
  at: number,
): Promise<RawBuilder<unknown> | undefined> {
  const isLaunch = kind === 'launch';
  const members = isLaunch ? untold(await readLaunches(db), platforms) : hasPhone(phone);
  const { rows } = await sql<{ all: number; late: number }>`
    SELECT count(*) AS "all", count(*) FILTER (WHERE confirmed_at > ${at - HOUR_MS}) AS late
    FROM member WHERE ${members}`.execute(db);
  const [{ all, late } = { all: 0, late: 0 }] = rows;
  if (people > Number(all) || people < Number(all) - Number(late)) return undefined;
  return sql`key IN (SELECT key FROM member WHERE ${members} ORDER BY key LIMIT ${people})`;
}

/**
 * Everybody on the list joined, or asked to be kept, before this launch letter, and it is later than those before it:
 * corrects times that were stored while the clock was ahead.
 *
 * @returns when the letter is sent
 */
async function orderTimes(db: Kysely<Database>, now: number): Promise<number> {
  const at = Math.max(now, ...(await readLaunches(db)).map((launch) => launch.at + 1));
  for (const column of ['joined_at', 'kept_at'] as const)
    await db
      .updateTable('waitlist')
      .set({ [column]: at - 1 })
      .where(column, '>=', at)
      .execute();
  return at;
}

async function lockWaiting(db: Kysely<Database>, emails: readonly string[]): Promise<void> {
  const people = await lockPeople(db, emails);
  const waiting = people.filter(({ state }) => state === codeOfState('waiting'));
  if (waiting.length < emails.length) throw new RecipientsChanged();
}

/** @returns its id, or why there is none */
async function addMailing(
  db: Kysely<Database>,
  { kind, people, subject, words, platforms = 0, phone }: NewMailing,
  at: number,
  { at: now, who }: Author,
): Promise<number | NotSent> {
  const mailings = db.selectFrom('mailing').select('id').orderBy('id', 'desc');
  const newest = await mailings.limit(1).forUpdate().executeTakeFirst();
  // After a restore, it may be an earlier one than the launch mailings that were kept.
  if (await hasAny(db, 'mailing', sql`ended_at IS NULL`)) return 'running';
  if (!newest && !(await hasTest(db, now))) return 'untested';
  const id = (newest?.id ?? 0) + 1;
  const added = await db
    .insertInto('mailing')
    .values({
      ...{ id, at, who, kind: mailingKinds.indexOf(kind), subject, words, people, platforms },
      phone: codeOfPhone(phone),
      starts_at: now + MAILING_BEGINS_AFTER_MINUTES * MINUTE_MS,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n ? id : 'running';
}

/** Whether a test letter was sent lately. */
export function hasTest(db: Kysely<Database>, at: number): Promise<boolean> {
  const isTest = sql`act = 'test-mailing' AND at > ${at - TEST_WITHIN_HOURS * HOUR_MS}`;
  return hasAny(db, 'audit', isTest);
}

/** Of several addresses with the same mailbox, only the first in the order of positions gets the letter. */
async function addLetters(
  db: Kysely<Database>,
  id: number,
  isChosen: RawBuilder<unknown>,
  at: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO mailing_letter (mailing, email, mailbox, state, attempts, due_at, at)
    SELECT ${id}, email, mailbox, CASE WHEN nth = 1 THEN ${sql.lit(WAITING)} ELSE ${sql.lit(SAME_MAILBOX)} END,
      0, ${at}, ${at}
    FROM (
      SELECT email, mailbox, rank, key,
        row_number() OVER (PARTITION BY mailbox ORDER BY rank, key DESC) AS nth
      FROM member WHERE ${isChosen}
    ) AS chosen ORDER BY rank, key DESC`.execute(db);
  return Number(numAffectedRows);
}

/** In a rule that has locked the recipients: reserves them for a new wave, the one after the newest when they were chosen. */
async function reserve(
  db: Transaction<Database>,
  mailing: number,
  newest: number,
  author: Author,
): Promise<number> {
  const letters = db.selectFrom('mailing_letter').select('email').where('mailing', '=', mailing);
  const rows = await letters.where('state', '=', WAITING).execute();
  const wave = newest + 1;
  if (!(await addWave(db, wave, rows.length, author))) throw new RecipientsChanged();
  const emails = rows.map(({ email }) => email);
  await movePeople(db, emails, { state: 'reserved', at: author.at, wave });
  await db.updateTable('mailing').set({ wave }).where('id', '=', mailing).execute();
  return wave;
}
