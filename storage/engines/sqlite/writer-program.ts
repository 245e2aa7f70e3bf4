/**
 * The writer thread. A process writes only with the connection of this thread, except when it migrates or fills tables.
 * The thread waits for the disk, so that the event loop of the main thread does not have to.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ExclusionReason, TrackedAction } from '../../../contract/invite-events.ts';
import type { AppInvite, InviteOutcome } from '../../events.ts';
import { BUSY_TIMEOUT_MS, bindable, type Connection, connect } from './connection.ts';
import { isTrouble } from './file-trouble.ts';
import { InviteRecorder } from './invite-recorder.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Each kind of write: the values that are sent to the writer thread, and its answer. */
interface Writes {
  visit: {
    values: [
      inviterId: string,
      action: TrackedAction,
      eventId: string | undefined,
      at: number,
      excluded: ExclusionReason | undefined,
    ];
    answer: InviteOutcome;
  };
  signUp: { values: [email: string, at: number]; answer: number[] };
  /** A sign-up on a site that sends letters. */
  askingSignUp: { values: [email: string, at: number, via: string | null]; answer: number[] };
  /** Answered with the outcome of each app invite. */
  appInvites: { values: [invites: readonly AppInvite[]]; answer: InviteOutcome[] };
  /** Answered with the number of rows that each statement changed. */
  statements: { values: [statements: readonly Statement[]]; answer: number[] };
  /** Runs after the other writes of its batch. Answered with whether the bytes of all deleted rows are gone. */
  scrub: { values: []; answer: boolean };
}
type Kind = keyof Writes;
export type Answer<Of extends Kind = Kind> = Writes[Of]['answer'];

/**
 * One atomic write: its kind and its values. Visits and sign-ups contain no object, because copying objects to another
 * thread and back is three times the work.
 */
export type SqliteWrite = { [Of in Kind]: [Of, ...Writes[Of]['values']] }[Kind];

/**
 * The answers to the writes of a batch, in order, with an error for each write that failed. If the batch is not
 * committed: the reason.
 */
export type BatchAnswer = { answers: (Answer | Error)[] } | { failure: Error };

const JOIN_WAITLIST = `INSERT INTO waitlist (email, joined_at, requests) VALUES (?, ?, 1)
  ON CONFLICT (email) DO UPDATE SET requests = requests + 1`;
const ASK = 'INSERT INTO ask (email, at, via) VALUES (?, ?, ?)';
/** How long `scrub` waits for locks. The time is short, because other writes wait meanwhile. */
const SCRUB_WITHIN_MS = 500;
/**
 * How long another connection's checkpoint may take. After VACUUM the write-ahead log is as long as the database, so a
 * checkpoint, which copies the log into the database file, can take long.
 */
const CHECKPOINT_WITHIN_MS = 30_000;
const LOOK_AGAIN_AFTER_MS = 50;
/** SQLite's default. */
const PAGES_PER_CHECKPOINT = 1_000;
/** From this many pages on (16 MB), a checkpoint follows each batch, so that SQLite can begin the log anew. */
const LONG_LOG = 4_000;
/** From this many pages on (32 MB), the writer waits for transactions that read, so that the log can begin anew. */
const TOO_LONG_LOG = 8_000;
/** How long the writer waits for these transactions. After that, it waits again when the log is 16 MB longer. */
const READERS_END_WITHIN_MS = 500;

if (parentPort) answerBatches(connect((workerData as { file: string }).file, { readOnly: false }));

function answerBatches(connection: Connection): void {
  connection.database.exec('PRAGMA wal_autocheckpoint = 0');
  parentPort?.on('message', (batch: readonly SqliteWrite[] | 'close') => {
    if (batch === 'close') {
      connection.close();
      parentPort?.close();
      return;
    }
    parentPort?.postMessage(commit(connection, batch));
    checkpoint(connection);
  });
}

let restartAt = TOO_LONG_LOG;

/**
 * Copies the write-ahead log into the database file when the log has become long. By default SQLite does this before
 * COMMIT returns, so the batch would wait. And while a transaction reads, SQLite cannot begin the log anew. The log
 * stays long, so by default SQLite would copy again after every commit.
 */
function checkpoint({ database, prepare }: Connection): void {
  try {
    const log = prepare('PRAGMA wal_checkpoint(NOOP)').get();
    const pages = Number(log?.['log']);
    if (pages < TOO_LONG_LOG) restartAt = TOO_LONG_LOG;
    if (pages < LONG_LOG && pages - Number(log?.['checkpointed']) < PAGES_PER_CHECKPOINT) return;
    if (pages < restartAt) prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    else {
      restartAt = pages + LONG_LOG;
      beginLogAnew(database);
    }
  } catch {
    // The log is complete without a checkpoint. The next batch tries again.
  }
}

/** Waits until no transaction reads from the log. If at any time one reads, nothing else ever ends the log. */
function beginLogAnew(database: DatabaseSync): void {
  try {
    database.exec(`PRAGMA busy_timeout = ${READERS_END_WITHIN_MS}; PRAGMA wal_checkpoint(RESTART)`);
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** Runs the whole batch in one transaction. A write that fails does not fail the other writes. */
function commit(connection: Connection, batch: readonly SqliteWrite[]): BatchAnswer {
  const { database } = connection;
  let answers: (Answer | Error)[];
  try {
    database.exec('BEGIN IMMEDIATE');
    answers = runAll(connection, batch);
    database.exec('COMMIT');
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    return { failure: asError(error) };
  }
  if (!batch.some(([kind]) => kind === 'scrub')) return { answers };
  const scrubbed = scrub(database);
  return { answers: answers.map((answer, n) => (batch[n]?.[0] === 'scrub' ? scrubbed : answer)) };
}

/**
 * Records the events of invites first. Their counters stay in memory until all events are recorded. A statement in
 * between, such as one that erases an inviter, would make these counters wrong.
 */
function runAll(connection: Connection, batch: readonly SqliteWrite[]): (Answer | Error)[] {
  const recorder = new InviteRecorder(connection.prepare);
  const outcomes = batch.map((write) => recordInvites(recorder, write));
  recorder.saveCounts();
  return batch.map((write, n) => outcomes[n] ?? runOne(connection, statementsOf(write)));
}

/** @returns undefined for a write without events of invites */
function recordInvites(
  recorder: InviteRecorder,
  write: SqliteWrite,
): InviteOutcome | InviteOutcome[] | undefined {
  if (write[0] === 'appInvites') return write[1].map((invite) => recorder.record(invite));
  if (write[0] !== 'visit') return undefined;
  const [, inviterId, action, eventId, at, excluded] = write;
  return recorder.record({ inviterId, action, eventId, at, excluded });
}

function statementsOf(write: SqliteWrite): readonly Statement[] {
  if (write[0] === 'statements') return write[1];
  if (write[0] !== 'signUp' && write[0] !== 'askingSignUp') return [];
  const [kind, email, at, ...via] = write;
  const join = { sql: JOIN_WAITLIST, parameters: [email, at] };
  return kind === 'signUp' ? [join] : [join, { sql: ASK, parameters: [email, at, ...via] }];
}

/**
 * Rewrites the whole database (VACUUM), and truncates the write-ahead log. `secure_delete` alone is not enough: when
 * SQLite moves rows to another page, their bytes stay in the free space of the old page.
 */
function scrub(database: DatabaseSync): boolean {
  try {
    database.exec(`PRAGMA busy_timeout = ${SCRUB_WITHIN_MS}`);
    database.exec('VACUUM');
    return truncateLog(database);
  } catch {
    // The disk has no space for a second copy of the database, or another connection is writing.
    return false;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** @returns whether the log is empty; false while a transaction still reads an older state */
function truncateLog(database: DatabaseSync): boolean {
  const until = performance.now() + CHECKPOINT_WITHIN_MS;
  for (;;) {
    const log = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (log?.['busy'] === 0) return true;
    // SQLite ignores `busy_timeout` while another connection runs a checkpoint. SQLite may run a checkpoint after any
    // commit.
    const isCheckpointing = log?.['log'] === -1;
    if (!isCheckpointing || performance.now() > until) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_AFTER_MS);
  }
}

function runOne(connection: Connection, statements: readonly Statement[]): number[] | Error {
  const { database } = connection;
  // SQLite undoes a single failed statement. To undo several statements as a unit, a savepoint is needed.
  const several = statements.length > 1;
  if (several) database.exec('SAVEPOINT one');
  try {
    const changes = statements.map(({ sql, parameters }) =>
      Number(connection.prepare(sql).run(...bindable(parameters)).changes),
    );
    if (several) database.exec('RELEASE one');
    return changes;
  } catch (error) {
    if (!database.isTransaction || isTrouble(error)) throw error;
    if (several) database.exec('ROLLBACK TO one; RELEASE one');
    return asError(error);
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
