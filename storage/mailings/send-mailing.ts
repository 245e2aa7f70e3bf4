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
import type { AddressHashes } from '../letters/address-hashes.ts';
import { beginLaunch } from '../letters/launches.ts';
import { addLetters } from '../letters/queue-letters.ts';
import { isRestored } from '../notices.ts';
import { movePeople } from '../people/person-states.ts';
import { codeOfPhone, hasPhone } from '../people/phones.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { addWave, newestWave } from '../waitlist/waves.ts';
import { chooseRecipients, untoldNow } from './recipients.ts';

export interface NewMailing extends MailingText {
  kind: MailingKind;
  /** Of the kind `next`: how many the admin requested. If it is missing, `people`. */
  most?: number;
  /** Unless it is a launch letter: only to people who have said to have it. */
  phone?: Phone | undefined;
  /** Of the kind `next`: see `NextPeople`. */
  withFriends?: boolean | undefined;
  /** How many recipients the admin saw. */
  people: number;
  /** Of a launch letter: `platforms` of `launchedPlatforms`, and the day of deletion at the earliest. */
  launch?: { platforms: number; day: number } | undefined;
}

/**
 * Why nothing was sent: other people than the admin saw would get the mailing, an earlier mailing has not ended, no test
 * letter was sent before the first mailing, or no admin has looked up what was sent before a restore.
 */
export type NotSent = 'changed' | 'running' | 'untested' | 'restored';

/**
 * In a rule: see `Mailings.send`. It takes a second for 100,000 recipients, while other writes wait.
 *
 * @returns its id
 */
export async function sendMailing(
  db: Transaction<Database>,
  hashes: AddressHashes,
  mailing: NewMailing,
  author: Author,
): Promise<number | NotSent> {
  const { kind, people, most = people, phone, withFriends, launch } = mailing;
  const { at } = author;
  const refusal = await whyNotSent(db, at);
  if (refusal) return refusal;
  const next = kind === 'next' ? { people: most, phone, withFriends } : undefined;
  const chosen = next && (await chooseRecipients(db, hashes, next)).emails;
  if (people < 1 || (chosen && chosen.length !== people)) return 'changed';
  const isChosen = chosen ? sql`email IN (${sql.join(chosen)})` : await membersFor(db, mailing, at);
  if (!isChosen) return 'changed';
  const wave = chosen ? (await newestWave(db)) + 1 : null;
  const begun = launch && (await beginLaunch(db, launch, at));
  const id = await addMailing(db, mailing, { wave, launch: begun?.id ?? null }, author);
  await addLetters(db, id, isChosen, at);
  if (chosen && wave !== null) {
    await addWave(db, wave, people, author);
    await movePeople(db, chosen, { state: 'reserved', at, wave });
  }
  const whom = describeNext({ people, phone, withFriends });
  await recordAct(db, author, 'send-mailing', `mailing ${id} to ${whom}`);
  return id;
}

async function whyNotSent(db: Kysely<Database>, at: number): Promise<NotSent | undefined> {
  if (await isRestored(db)) return 'restored';
  if (await hasAny(db, 'mailing', sql`ended_at IS NULL`)) return 'running';
  return (await needsTest(db, at)) ? 'untested' : undefined;
}

/** Whether a test letter must be sent before the first mailing. */
export async function needsTest(db: Kysely<Database>, at: number): Promise<boolean> {
  const isTest = sql`act = 'test-mailing' AND at > ${at - TEST_WITHIN_HOURS * HOUR_MS}`;
  return !(await hasAny(db, 'mailing')) && !(await hasAny(db, 'audit', isTest));
}

/**
 * The members to whom a mailing of another kind than `next` goes, as a condition: as many as the admin saw, those who
 * have confirmed first. So people who confirm in the hour after the preview do not stop the mailing.
 *
 * @returns undefined if the admin saw another number
 */
async function membersFor(
  db: Kysely<Database>,
  { people, launch, phone }: NewMailing,
  at: number,
): Promise<RawBuilder<unknown> | undefined> {
  const members = launch ? await untoldNow(db, launch.platforms, at) : hasPhone(phone);
  const { rows } = await sql<{ all: number; late: number }>`
    SELECT count(*) AS "all", count(*) FILTER (WHERE confirmed_at > ${at - HOUR_MS}) AS late
    FROM member WHERE ${members}`.execute(db);
  const [{ all, late } = { all: 0, late: 0 }] = rows;
  if (people > Number(all) || people < Number(all) - Number(late)) return undefined;
  return sql`key IN (SELECT key FROM member WHERE ${members} ORDER BY key LIMIT ${people})`;
}

/** @returns its id */
async function addMailing(
  db: Kysely<Database>,
  { kind, people, subject, words, phone }: NewMailing,
  invites: { wave: number | null; launch: number | null },
  { at, who }: Author,
): Promise<number> {
  const mailings = db.selectFrom('mailing').select(({ fn }) => fn.max('id').as('id'));
  const id = ((await mailings.executeTakeFirst())?.id ?? 0) + 1;
  const starts_at = at + MAILING_BEGINS_AFTER_MINUTES * MINUTE_MS;
  const facts = { kind: mailingKinds.indexOf(kind), phone: codeOfPhone(phone), starts_at };
  await db
    .insertInto('mailing')
    .values({ id, at, who, subject, words, people, ...invites, ...facts })
    .execute();
  return id;
}
