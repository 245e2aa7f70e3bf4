import { type Kysely, sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { type ReturnResult, returnResults } from '../../contract/mail.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { membersOf, readPeople } from '../people/person-states.ts';
import type { Database } from '../schema.ts';
import { deleteRows } from '../tables.ts';
import { forgetAddresses, forgetMarks, readMailingsOf } from './forget-returned.ts';
import { count } from './gates.ts';
import { codeOf, codesOf } from './letter.ts';
import { type Subjects, subjectsOf } from './subjects.ts';
import { suppressionReasons } from './suppressions.ts';

/** A letter that came back, by the canonical address. */
export interface ReturnedLetter {
  email: string;
  result: ReturnResult;
}

/** How much `undo` has forgotten. */
export interface Undone {
  addresses: number;
  letters: number;
}

const BOUNCED = returnResults.indexOf('bounced');

/** Letters that came back after the mail server had accepted them, as a provider has told the operator (decision 063). */
export function createReturnedLetters(engine: Engine) {
  return {
    /**
     * Stores that some addresses, and all members with the same mailboxes, get no letters any more. Unknown addresses are
     * forgotten. In any case there is one durable commit, and the same answer.
     */
    async report(letters: readonly ReturnedLetter[], author: Author): Promise<void> {
      const subjects = await subjectsOf(engine);
      const results = new Map(letters.map(({ email, result }) => [email, result]));
      for (const { email, result } of letters)
        if (result === 'complained') results.set(email, result);
      await engine.transaction((db) => store(db, results, subjects, author));
    },

    /** Forgets all that was reported since a time, in short steps. */
    async undo(since: number, author: Author): Promise<Undone> {
      const detail = new Date(since).toISOString();
      await engine.transaction((db) => recordAct(db, author, 'undo-returned', detail));
      return {
        addresses: await forgetAddresses(engine, since),
        letters: await forgetMarks(engine, since),
      };
    },
  };
}

async function store(
  db: Transaction<Database>,
  results: ReadonlyMap<string, ReturnResult>,
  { hashAddress, hashMailbox }: Subjects,
  author: Author,
): Promise<void> {
  const reported = Array.from(results, ([email, result]) => ({
    ...{ email, result },
    subject: hashAddress(email),
  }));
  const people = await readPeople(db, [...results.keys()]);
  const listed = new Set(people.map(({ email }) => email));
  const left = await readLeft(
    db,
    reported.map(({ subject }) => subject),
  );
  const ofMailbox = new Map(
    Array.from(results, ([email, result]) => [hashMailbox(email).toHex(), result]),
  );
  const alike = await membersOf(db, [...results.keys()].map(hashMailbox));
  const others = alike.filter(({ email }) => !results.has(email));
  const known = [
    ...reported.filter(({ email, subject }) => listed.has(email) || left.has(subject.toHex())),
    ...others.map(({ email, mailbox }) => ({
      ...{ email, result: ofMailbox.get(mailbox.toHex()) ?? 'bounced' },
      subject: hashAddress(email),
    })),
  ];
  const complaints: number[] = [];
  if (known.length > 0) {
    const emails = sql.join(known.map(({ email }) => email));
    const isWaiting = sql`mailing IS NULL AND state = ${codesOf('waiting')}`;
    await deleteRows(db, 'letter', sql`email IN (${emails}) AND ${isWaiting}`);
    const { at } = author;
    const rows = known.map(({ subject, result }) => ({
      ...{ subject, reason: suppressionReasons[result], at },
    }));
    // The first report stays: `undo` must not forget an address that was also reported before.
    const stopped = db.insertInto('stopped').values(rows);
    const added = stopped.onConflict((conflict) => conflict.doNothing()).returningAll();
    for (const { subject, reason } of await added.execute()) {
      const mailing = left.get(subject.toHex());
      if (mailing && reason === suppressionReasons.complained) complaints.push(mailing);
    }
  }
  if (listed.size > 0) await markLetters(db, [...listed], results, author.at);
  if (complaints.length > 0) await countComplaintsOfLeft(db, complaints);
  await countReport(db, author);
}

/** @returns for the hash of each address that has left the waitlist: the mailing whose letter it got last, or null */
async function readLeft(
  db: Kysely<Database>,
  subjects: readonly Uint8Array[],
): Promise<Map<string, number | null>> {
  const stopped = db
    .selectFrom('stopped')
    .select(['subject', 'mailing'])
    .where('subject', 'in', subjects);
  const left = await stopped.where('reason', '=', suppressionReasons.left).execute();
  return new Map(left.map(({ subject, mailing }) => [subject.toHex(), mailing]));
}

/** The newest accepted letter of a mailing to each address. A complaint replaces a bounce; other repeated reports change nothing. */
async function markLetters(
  db: Kysely<Database>,
  emails: readonly string[],
  results: ReadonlyMap<string, ReturnResult>,
  at: number,
): Promise<void> {
  const letters = db.selectFrom('letter').select(['id', 'email', 'mailing', 'returned']);
  const ofMailings = letters.where('email', 'in', emails).where('mailing', 'is not', null);
  const accepted = ofMailings.where('state', '=', codeOf('accepted'));
  const newest = new Map((await accepted.orderBy('id').execute()).map((one) => [one.email, one]));
  if (newest.size === 0) return;
  const marked = [...newest.values()]
    .map((one) => ({ ...one, result: results.get(one.email) }))
    .filter(
      ({ returned, result }) =>
        returned === null || (returned === BOUNCED && result === 'complained'),
    );
  for (const [returned, result] of returnResults.entries()) {
    const its = marked.filter((one) => one.result === result).map(({ id }) => id);
    if (its.length === 0) continue;
    const set = { returned, returned_at: at };
    await db.updateTable('letter').set(set).where('id', 'in', its).execute();
  }
  for (const mailing of await readMailingsOf(db, marked)) {
    const its = marked.filter((one) => one.mailing === mailing.id);
    const countOf = (result: ReturnResult) => its.filter((one) => one.result === result).length;
    const replaced = its.filter((one) => one.returned === BOUNCED).length;
    await count(db, mailing, {
      // After a resume the counts may have begun later than the bounces.
      bounced: Math.max(0, mailing.bounced + countOf('bounced') - replaced),
      complained: mailing.complained + countOf('complained'),
    });
  }
}

/**
 * Many press "report spam and unsubscribe". Then the letter has no address any more, so only the gate of the mailing, if
 * it is running, counts the complaint.
 *
 * @param mailings a mailing for each complaint
 */
async function countComplaintsOfLeft(
  db: Kysely<Database>,
  mailings: readonly number[],
): Promise<void> {
  const unended = db.selectFrom('mailing').selectAll().where('ended_at', 'is', null);
  const running = await unended.executeTakeFirst();
  if (!running) return;
  const complaints = mailings.filter((id) => id === running.id).length;
  if (complaints > 0) await count(db, running, { complained: running.complained + complaints });
}

/** The audit gets the first report of each hour only, so that a stolen key cannot fill it. */
async function countReport(db: Transaction<Database>, author: Author): Promise<void> {
  const { who, at } = author;
  const hourOf = (time: number) => Math.floor(time / HOUR_MS);
  const reports = db.selectFrom('returned_report').select('at').where('who', '=', who);
  const last = await reports.executeTakeFirst();
  await sql`
    INSERT INTO returned_report (who, at, reports) VALUES (${who}, ${at}, 1)
    ON CONFLICT (who) DO UPDATE SET at = excluded.at, reports = returned_report.reports + 1`.execute(
    db,
  );
  if (last && hourOf(last.at) === hourOf(at)) return;
  await recordAct(db, author, 'report-returned', '');
}
