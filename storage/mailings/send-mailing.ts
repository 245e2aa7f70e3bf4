import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import {
  MAILING_BEGINS_AFTER_MINUTES,
  type MailingKind,
  type MailingText,
  mailingKinds,
  PREPARING,
  TEST_WITHIN_HOURS,
} from '../../contract/mailings.ts';
import type { Phone } from '../../contract/phones.ts';
import { describeNext } from '../../contract/team-waitlist.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { beginLaunch } from '../letters/launches.ts';
import { codesOf, letterPriorities } from '../letters/letter.ts';
import { type Subjects, subjectsOf } from '../letters/subjects.ts';
import { isRestored } from '../notices.ts';
import { movePeople, readPeople } from '../people/person-states.ts';
import { codeOfPhone, hasPhone } from '../people/phones.ts';
import { codeOfState } from '../people/positions.ts';
import type { Database } from '../schema.ts';
import { inSteps, KEYS_PER_STEP, ROWS_PER_STEP } from '../steps.ts';
import { hasAny } from '../tables.ts';
import { addWave, newestWave } from '../waitlist/waves.ts';
import { chooseRecipients, untoldNow } from './recipients.ts';

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
  /** Of a launch letter: `platforms` of `launchedPlatforms`, and the day of deletion at the earliest. */
  launch?: { platforms: number; day: number } | undefined;
}

/**
 * Why nothing was sent: other people than the admin saw would get the mailing, an earlier mailing has not ended, no test
 * letter was sent before the first mailing, or no admin has looked up what was sent before a restore.
 */
export type NotSent = 'changed' | 'running' | 'untested' | 'restored';

const PRIORITY = letterPriorities.indexOf('mailing');

/** Undoes the first step if none of its recipients can get the mailing any more. */
class RecipientsChanged extends Error {}

/** The recipients at one moment, in the order of positions. */
interface Chosen {
  /** `nth` counts the addresses of one mailbox: only the first gets the letter. */
  recipients: readonly { key: number; nth: number }[];
  /** Of the kind `next`: the number of their wave. */
  wave: number | null;
}

/**
 * See `Mailings.send`. The recipients are those of one snapshot. Their letters are stored in steps, and until the last one
 * the mailing is paused (`PREPARING`). So no letter is sent before all are stored, and if the site is stopped meanwhile,
 * an admin can only end the mailing. Recipients who leave meanwhile, or are let in otherwise, get no letter.
 *
 * @returns its id
 */
export async function sendMailing(
  engine: Engine,
  mailing: NewMailing,
  author: Author,
): Promise<number | NotSent> {
  const { kind, people } = mailing;
  if (people < 1) return 'changed';
  const subjects = await subjectsOf(engine);
  // On a long list this takes long, so writers must not wait for it.
  const { recipients, wave } = await engine.snapshot((db) =>
    choose(db, subjects, mailing, author.at),
  );
  if (recipients.length !== people) return 'changed';
  let id: number | undefined;
  for await (const step of inSteps(recipients, kind === 'next' ? ROWS_PER_STEP : KEYS_PER_STEP)) {
    const stored = await engine
      .transaction((db) => storeStep(db, id, mailing, { recipients: step, wave }, author))
      .catch((error) => {
        if (error instanceof RecipientsChanged) return 'changed' as const;
        throw error;
      });
    if (typeof stored === 'string') return stored;
    // Another admin has ended it.
    if (stored === undefined) break;
    id = stored;
  }
  await engine.transaction((db) => {
    const prepared = db.updateTable('mailing').where('id', '=', id ?? 0);
    return prepared.where('paused_why', '=', PREPARING).set({ paused_why: null }).execute();
  });
  return id ?? 'changed';
}

async function choose(
  db: Kysely<Database>,
  subjects: Subjects,
  mailing: NewMailing,
  at: number,
): Promise<Chosen> {
  const { kind, people, most = people, phone, withFriends } = mailing;
  if (kind !== 'next') {
    const isChosen = await membersFor(db, mailing, at);
    return { recipients: await readRecipients(db, isChosen), wave: null };
  }
  const { emails } = await chooseRecipients(db, subjects, { people: most, phone, withFriends });
  const isChosen = emails.length > 0 ? sql`email IN (${sql.join(emails)})` : undefined;
  const wave = (await newestWave(db)) + 1;
  return { recipients: await readRecipients(db, isChosen), wave };
}

/**
 * The members to whom a mailing of another kind than `next` goes, as a condition. People who have confirmed since the
 * admin saw the number are not among them, and cannot stop the mailing.
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

async function readRecipients(
  db: Kysely<Database>,
  isChosen: RawBuilder<unknown> | undefined,
): Promise<Chosen['recipients']> {
  if (!isChosen) return [];
  const { rows } = await sql<{ key: number; nth: number }>`
    SELECT key, row_number() OVER (PARTITION BY mailbox ORDER BY rank, key DESC) AS nth
    FROM member WHERE ${isChosen} ORDER BY rank, key DESC`.execute(db);
  return rows;
}

/**
 * Stores the letters of some recipients. Those of the kind `next` are also reserved for the wave.
 *
 * @param before the id of the mailing; undefined in the first step, which adds it
 * @returns its id; or why there is none; or undefined if an admin has ended it meanwhile
 */
async function storeStep(
  db: Transaction<Database>,
  before: number | undefined,
  mailing: NewMailing,
  { recipients, wave }: Chosen,
  author: Author,
): Promise<number | NotSent | undefined> {
  const { people, phone, withFriends } = mailing;
  const keys = recipients.map(({ key }) => key);
  const isChosen = sql`key IN (${sql.join(keys)}) AND ${hasPhone(phone)}`;
  const waiting = wave === null ? undefined : await readWaiting(db, isChosen);
  const id =
    before === undefined ? await addMailing(db, mailing, author) : await findPrepared(db, before);
  if (typeof id !== 'number') return id;
  const others = recipients.flatMap(({ key, nth }) => (nth > 1 ? key : []));
  const letters = await addLetters(
    db,
    { mailing: id, others, at: author.at },
    waiting ? isOneOf(waiting) : isChosen,
  );
  if (before === undefined && letters === 0) throw new RecipientsChanged();
  const row = db.updateTable('mailing').where('id', '=', id);
  await row.set(({ eb }) => ({ people: eb('people', '+', letters), wave })).execute();
  if (wave !== null && waiting) {
    if (before === undefined && !(await addWave(db, wave, 0, author)))
      throw new RecipientsChanged();
    const theirs = db.updateTable('wave').where('id', '=', wave);
    await theirs.set(({ eb }) => ({ people: eb('people', '+', letters) })).execute();
    await movePeople(db, waiting, { state: 'reserved', at: author.at, wave });
  }
  if (before === undefined) {
    const whom = describeNext({ people, phone, withFriends });
    await recordAct(db, author, 'send-mailing', `mailing ${id} to ${whom}`);
  }
  return id;
}

/** @returns the addresses of those who still wait, and are still chosen */
async function readWaiting(db: Kysely<Database>, isChosen: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`SELECT email FROM member WHERE ${isChosen}`.execute(
    db,
  );
  const people = await readPeople(
    db,
    rows.map(({ email }) => email),
  );
  return people.flatMap(({ email, state }) => (state === codeOfState('waiting') ? email : []));
}

function isOneOf(emails: readonly string[]): RawBuilder<unknown> {
  return emails.length > 0 ? sql`email IN (${sql.join(emails)})` : sql`1 = 0`;
}

/** @returns undefined if an admin has ended it */
async function findPrepared(db: Kysely<Database>, id: number): Promise<number | undefined> {
  const mailing = db.selectFrom('mailing').select('id').where('id', '=', id);
  return (await mailing.where('paused_why', '=', PREPARING).executeTakeFirst())?.id;
}

/** Adds a mailing without letters. @returns its id, or why there is none */
async function addMailing(
  db: Kysely<Database>,
  { kind, subject, words, launch, phone }: NewMailing,
  { at, who }: Author,
): Promise<number | NotSent> {
  const mailings = db.selectFrom('mailing').select('id').orderBy('id', 'desc');
  const newest = await mailings.limit(1).executeTakeFirst();
  if (await isRestored(db)) return 'restored';
  if (await hasAny(db, 'mailing', sql`ended_at IS NULL`)) return 'running';
  if (!newest && !(await hasTest(db, at))) return 'untested';
  const id = (newest?.id ?? 0) + 1;
  const begun = launch && (await beginLaunch(db, launch, at));
  await db
    .insertInto('mailing')
    .values({
      ...{ id, at, who, kind: mailingKinds.indexOf(kind), subject, words, people: 0 },
      ...{ phone: codeOfPhone(phone), launch: begun?.id ?? null },
      starts_at: at + MAILING_BEGINS_AFTER_MINUTES * MINUTE_MS,
      paused_why: PREPARING,
    })
    .execute();
  return id;
}

/** Whether a test letter was sent lately. */
export function hasTest(db: Kysely<Database>, at: number): Promise<boolean> {
  const isTest = sql`act = 'test-mailing' AND at > ${at - TEST_WITHIN_HOURS * HOUR_MS}`;
  return hasAny(db, 'audit', isTest);
}

/**
 * @param others the keys of members whose mailbox gets the letter at another address
 * @returns how many
 */
async function addLetters(
  db: Kysely<Database>,
  { mailing, others, at }: { mailing: number; others: readonly number[]; at: number },
  isChosen: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO letter (mailing, priority, email, mailbox, state, attempts, due_at, at, since)
    SELECT ${mailing}, ${sql.lit(PRIORITY)}, email, mailbox,
      CASE WHEN key IN (${sql.join([0, ...others])}) THEN ${codesOf('same-mailbox')} ELSE ${codesOf('waiting')} END,
      0, ${at}, ${at}, ${at}
    FROM member WHERE ${isChosen} ORDER BY rank, key DESC
    ON CONFLICT DO NOTHING`.execute(db);
  return Number(numAffectedRows);
}
