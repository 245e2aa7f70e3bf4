// Long because each report of a returned letter is stored and counted, and both can be taken back.
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { type ReturnResult, returnResults } from '../../contract/mail.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { returnedReasons, suppressionReasons } from '../erasures.ts';
import { codeOf } from '../mail/letter.ts';
import { codeOfMailing } from '../mail/mailing-letter.ts';
import { type Subjects, subjectsOf } from '../mail/subjects.ts';
import type { Database } from '../schema.ts';
import { deleteInOrder } from '../tables.ts';
import { lockPeople } from '../waitlist/person-states.ts';
import { count } from './gates.ts';

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

/** Few, so that a step takes milliseconds. */
const ROWS_PER_STEP = 500;
const ACCEPTED = codeOfMailing('accepted');
const BOUNCED = returnResults.indexOf('bounced');

/** Letters that came back after the mail server had accepted them, as a provider has told the operator (decision 063). */
export function createReturnedLetters(engine: Engine) {
  return {
    /**
     * Stores that some addresses get no letters any more. Unknown addresses are forgotten. In any case there is one
     * durable commit, so that neither the answer nor its duration shows which addresses are known.
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
        letters: await forgetLetters(engine, since),
      };
    },
  };
}

async function store(
  db: Transaction<Database>,
  results: ReadonlyMap<string, ReturnResult>,
  { hashAddress }: Subjects,
  author: Author,
): Promise<void> {
  const reported = Array.from(results, ([email, result]) => ({
    ...{ email, result },
    subject: hashAddress(email),
  })).sort((a, b) => Buffer.compare(a.subject, b.subject));
  const people = await lockPeople(db, [...results.keys()]);
  const listed = new Set(people.map(({ email }) => email));
  const left = await lockLeft(
    db,
    reported.map(({ subject }) => subject),
  );
  const known = reported.filter(
    ({ email, subject }) => listed.has(email) || left.has(subject.toHex()),
  );
  const leftAt: number[] = [];
  if (known.length > 0) {
    const emails = sql.join(known.map(({ email }) => email));
    const isWaiting = sql`state = ${codeOf('waiting')}`;
    await deleteInOrder(db, 'letter', sql`email IN (${emails}) AND ${isWaiting}`);
    const { at } = author;
    const rows = known.map(({ subject, result }) => ({
      ...{ subject, reason: suppressionReasons[result], at },
    }));
    // The first report stays: `undo` must not forget an address that was also reported before.
    const stopped = db.insertInto('stopped').values(rows);
    const added = stopped.onConflict((conflict) => conflict.doNothing()).returningAll();
    for (const { subject, reason } of await added.execute()) {
      const at = left.get(subject.toHex());
      if (at !== undefined && reason === suppressionReasons.complained) leftAt.push(at);
    }
  }
  if (listed.size > 0) await markLetters(db, [...listed], results, author.at);
  if (leftAt.length > 0) await countComplaintsOfLeft(db, leftAt);
  await countReport(db, author);
}

/** @returns when the addresses of some hashes, in their order, have left the waitlist, if they have */
async function lockLeft(
  db: Kysely<Database>,
  subjects: readonly Uint8Array[],
): Promise<Map<string, number>> {
  const stopped = db
    .selectFrom('stopped')
    .select(['subject', 'at'])
    .where('subject', 'in', subjects);
  const left = stopped.where('reason', '=', suppressionReasons.left).orderBy('subject');
  return new Map(
    (await left.forUpdate().execute()).map(({ subject, at }) => [subject.toHex(), at]),
  );
}

/** The newest accepted letter of a mailing to each address. A complaint replaces a bounce; other repeated reports change nothing. */
async function markLetters(
  db: Kysely<Database>,
  emails: readonly string[],
  results: ReadonlyMap<string, ReturnResult>,
  at: number,
): Promise<void> {
  const letters = db.selectFrom('mailing_letter').select(['id', 'email', 'mailing']);
  const accepted = letters.where('email', 'in', emails).where('state', '=', ACCEPTED);
  const newest = new Map((await accepted.orderBy('id').execute()).map((one) => [one.email, one]));
  const found = [...newest.values()];
  if (found.length === 0) return;
  const mailings = await lockMailings(
    db,
    found.map(({ mailing }) => mailing),
  );
  const ids = found.map(({ id }) => id);
  const its = letters.select('returned').where('id', 'in', ids);
  const locked = await its.orderBy('id').forUpdate().execute();
  const marked = locked
    .map((one) => ({ ...one, result: results.get(one.email) }))
    .filter(
      ({ returned, result }) =>
        returned === null || (returned === BOUNCED && result === 'complained'),
    );
  for (const [returned, result] of returnResults.entries()) {
    const its = marked.filter((one) => one.result === result).map(({ id }) => id);
    if (its.length === 0) continue;
    const set = { returned, returned_at: at };
    await db.updateTable('mailing_letter').set(set).where('id', 'in', its).execute();
  }
  for (const mailing of mailings) {
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
 * Many press "report spam and unsubscribe". Then the letter has no address any more, so only the gate of the running
 * mailing counts the complaint.
 *
 * @param leftAt when they have left
 */
async function countComplaintsOfLeft(
  db: Kysely<Database>,
  leftAt: readonly number[],
): Promise<void> {
  const unended = db.selectFrom('mailing').selectAll().where('ended_at', 'is', null);
  const running = await unended.forUpdate().executeTakeFirst();
  if (!running) return;
  const complaints = leftAt.filter((at) => at >= running.starts_at).length;
  if (complaints > 0) await count(db, running, { complained: running.complained + complaints });
}

function lockMailings(db: Kysely<Database>, ids: readonly number[]) {
  const mailings = db.selectFrom('mailing').selectAll().where('id', 'in', ids);
  return mailings.orderBy('id').forUpdate().execute();
}

/** The audit gets the first report of each hour only, so that a stolen key cannot fill it. */
async function countReport(db: Transaction<Database>, author: Author): Promise<void> {
  const { who, at } = author;
  const hourOf = (time: number) => Math.floor(time / HOUR_MS);
  const reports = db.selectFrom('returned_report').select('at').where('who', '=', who);
  const last = await reports.forUpdate().executeTakeFirst();
  await sql`
    INSERT INTO returned_report (who, at, reports) VALUES (${who}, ${at}, 1)
    ON CONFLICT (who) DO UPDATE SET at = excluded.at, reports = returned_report.reports + 1`.execute(
    db,
  );
  if (last && hourOf(last.at) === hourOf(at)) return;
  await recordAct(db, author, 'report-returned', '');
}

/** @returns how many rows of `stopped` were deleted */
async function forgetAddresses({ transaction }: Engine, since: number): Promise<number> {
  const isSince = sql<boolean>`reason IN (${sql.join(returnedReasons)}) AND at >= ${since}`;
  for (let forgotten = 0; ; ) {
    const step = await transaction(async (db) => {
      const rows = db.selectFrom('stopped').select('subject').where(isSince).orderBy('subject');
      const found = (await rows.limit(ROWS_PER_STEP).execute()).map(({ subject }) => subject);
      if (found.length === 0) return 0;
      return await deleteInOrder(
        db,
        'stopped',
        sql`subject IN (${sql.join(found)}) AND ${isSince}`,
      );
    });
    if (step === 0) return forgotten;
    forgotten += step;
  }
}

/** @returns how many letters of mailings do not count as returned any more */
async function forgetLetters({ db, transaction }: Engine, since: number): Promise<number> {
  const letters = db.selectFrom('mailing_letter').select('id').where('returned_at', '>=', since);
  let forgotten = 0;
  for (let last = 0; ; ) {
    const step = await letters.where('id', '>', last).orderBy('id').limit(ROWS_PER_STEP).execute();
    const ids = step.map(({ id }) => id);
    if (ids.length === 0) return forgotten;
    forgotten += await transaction((db) => unmark(db, ids, since));
    last = ids.at(-1) ?? last;
  }
}

async function unmark(
  db: Kysely<Database>,
  ids: readonly number[],
  since: number,
): Promise<number> {
  const letters = db.selectFrom('mailing_letter').select(['id', 'mailing', 'returned']);
  const of = letters.where('id', 'in', ids).where('returned_at', '>=', since);
  const mailings = await lockMailings(
    db,
    (await of.execute()).map(({ mailing }) => mailing),
  );
  const locked = await of.orderBy('id').forUpdate().execute();
  const set = { returned: null, returned_at: null };
  const lockedIds = locked.map(({ id }) => id);
  if (locked.length === 0) return 0;
  await db.updateTable('mailing_letter').set(set).where('id', 'in', lockedIds).execute();
  for (const mailing of mailings) {
    const rest = (result: ReturnResult) => {
      const code = returnResults.indexOf(result);
      const its = locked.filter((one) => one.mailing === mailing.id && one.returned === code);
      // After a resume the counts may have begun later than these reports.
      return Math.max(0, mailing[result] - its.length);
    };
    await count(db, mailing, { bounced: rest('bounced'), complained: rest('complained') });
  }
  return locked.length;
}
