import type { AppInvite, InviteOutcome, InviteVisit } from '../../events.ts';
import type { Outcome } from '../group-commit.ts';
import type { Connection } from './connection.ts';
import { isTrouble } from './file-trouble.ts';
import { InviteRecorder } from './invite-recorder.ts';

/**
 * One atomic write: its kind and its values. Visits and sign-ups contain no object, because copying objects to another
 * thread and back is three times the work.
 */
export type FrequentWrite =
  | ['visit', ...visit: VisitValues]
  | ['appInvites', invites: readonly AppInvite[]]
  /** With `asks`, the site sends letters. `via` and `isLater` are those of `Ask`. */
  | [
      ...['signUp', email: string, at: number, asks: boolean],
      ...[via: string | undefined, isLater?: boolean | undefined],
    ];
type VisitValues = [
  inviterId: string,
  action: InviteVisit['action'],
  eventId: string | undefined,
  at: number,
  excluded: InviteVisit['excluded'],
];
/** The outcome of each kind of write. */
export interface FrequentResults {
  visit: InviteOutcome;
  appInvites: InviteOutcome[];
  signUp: undefined;
}
type Result = FrequentResults[keyof FrequentResults];

const JOIN_WAITLIST = `INSERT INTO waitlist (email, joined_at, requests) VALUES (?, ?, 1)
  ON CONFLICT (email) DO UPDATE SET requests = requests + 1`;
const ASK = 'INSERT INTO ask (email, at, via, priority) VALUES (?, ?, ?, ?)';

/**
 * Runs the whole batch in one transaction. A sign-up that fails does not fail the other writes.
 *
 * @throws if the batch is not committed
 */
export function commitBatch(
  connection: Connection,
  batch: readonly FrequentWrite[],
): Outcome<Result>[] {
  const { database } = connection;
  try {
    database.exec('BEGIN IMMEDIATE');
    const outcomes = runAll(connection, batch);
    database.exec('COMMIT');
    return outcomes;
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** The counters of events are added up in memory, and saved once. */
function runAll(connection: Connection, batch: readonly FrequentWrite[]): Outcome<Result>[] {
  const recorder = new InviteRecorder(connection.prepare);
  const outcomes = batch.map((write): Outcome<Result> => {
    if (write[0] === 'signUp') return signUp(connection, write);
    if (write[0] === 'appInvites') return { result: write[1].map((one) => recorder.record(one)) };
    const [, inviterId, action, eventId, at, excluded] = write;
    return { result: recorder.record({ inviterId, action, eventId, at, excluded }) };
  });
  recorder.saveCounts();
  return outcomes;
}

/** Writes the same for an address that is on the waitlist and for one that is not. */
function signUp(
  { database, prepare }: Connection,
  [, email, at, asks, via, isLater]: Extract<FrequentWrite, ['signUp', ...unknown[]]>,
): Outcome<undefined> {
  database.exec('SAVEPOINT sign_up');
  try {
    prepare(JOIN_WAITLIST).run(email, at);
    if (asks) prepare(ASK).run(email, at, via ?? null, isLater ? 1 : 0);
    database.exec('RELEASE sign_up');
    return { result: undefined };
  } catch (error) {
    if (!database.isTransaction || isTrouble(error)) throw error;
    database.exec('ROLLBACK TO sign_up; RELEASE sign_up');
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
