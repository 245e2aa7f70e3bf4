import type { ExclusionReason, TrackedAction } from '../../../contract/invite-events.ts';
import type { AppInvite, InviteOutcome } from '../../events.ts';

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
