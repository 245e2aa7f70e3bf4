import { type Selectable, sql } from 'kysely';
import {
  type LetterState,
  letterStates,
  type SignUpLetterState,
  signUpLetterStates,
} from '../../contract/mailings.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';

/**
 * - `confirm` asks a new sign-up to confirm.
 * - `position` tells a member their position.
 * - `earlier` asks to confirm a sign-up that was made before the site sent letters, and `last-call` any other one, once an
 *   admin has requested it: `Launch.askUnconfirmed`.
 */
export const letterKinds = ['confirm', 'position', 'earlier', 'last-call'] as const;
export type LetterKind = (typeof letterKinds)[number];
/**
 * What letters say. One of the kind `position` to a member who is in says so: `invited`. Mailings have words of the
 * team. A launch letter to a person whose phone has to wait longer is `launch-to-come`.
 */
export const letterTexts = [
  ...letterKinds,
  ...(['invited', 'mailing', 'launch', 'launch-to-come'] as const),
] as const;
export type LetterText = (typeof letterTexts)[number];

/**
 * The numbers in the table; `sendingOrder` says which are sent first. `postponed`: a usual letter whose
 * domain had got many letters. `later`: the network had sent many sign-ups. `bulk`: letters that an admin has requested.
 */
export const letterPriorities = { usual: 0, later: 1, bulk: 2, postponed: 3, mailing: 4 } as const;
/** Letters are sent in this order, and those of one priority in the order of their times. */
export const sendingOrder = ['usual', 'postponed', 'later', 'bulk', 'mailing'] as const;

/** A letter to a sign-up. */
export interface Letter {
  id: number;
  kind: LetterKind;
  email: string;
  state: SignUpLetterState;
  /**
   * How often the letter was postponed: the mail server said "later", broke the connection before the content, or
   * wanted a login for this recipient. An attempt does not count if its failure concerned every letter, for example
   * because the mail server could not be reached.
   */
  attempts: number;
  /** When the letter may be sent. */
  dueAt: number;
  /** When the letter was queued. */
  at: number;
  /** The last answer of the mail server, or what went wrong; undefined if there is none. */
  reply: string | undefined;
}

export type LetterRow = Selectable<Database['letter']>;

export interface LetterFigures {
  states: Readonly<Record<SignUpLetterState, number>>;
  oldestWaitingAt: number | undefined;
}

/** The number of a state in the table. */
export function codeOf(state: LetterState): number {
  return letterStates.indexOf(state);
}

export function stateOf({ id, state }: Pick<LetterRow, 'id' | 'state'>): LetterState {
  const name = letterStates[state];
  if (!name) throw new Error(`Letter ${id} has an unknown state.`);
  return name;
}

/** Numbers of states, as constants of a query. */
export const codesOf = (...states: readonly LetterState[]) =>
  sql.join(states.map(codeOf).map(sql.lit));

/** A condition on `letter`, without which the engines do not use its index of mailboxes. */
export const IS_OF_MAILBOX = sql<boolean>`letter.state <> ${codesOf('same-mailbox')}`;

/** @param row of a letter to a sign-up */
export function asLetter(row: LetterRow): Letter {
  const kind = row.kind === null ? undefined : letterKinds[row.kind];
  if (!kind) throw new Error(`Letter ${row.id} has an unknown kind.`);
  return {
    id: row.id,
    kind,
    email: row.email,
    state: stateOf(row) as SignUpLetterState,
    attempts: row.attempts,
    dueAt: row.due_at,
    at: row.at,
    reply: row.reply ?? undefined,
  };
}

/** Of letters to sign-ups. */
export async function countByState({ reports }: Engine): Promise<LetterFigures> {
  const rows = await reports
    .selectFrom('letter')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('letters'),
      fn.min<number>('at').as('oldest'),
    ])
    .where('mailing', 'is', null)
    .groupBy('state')
    .execute();
  const of = (state: LetterState) => rows.find((row) => row.state === codeOf(state));
  const states = Object.fromEntries(
    signUpLetterStates.map((state) => [state, Number(of(state)?.letters ?? 0)]),
  );
  return {
    states: states as Record<SignUpLetterState, number>,
    oldestWaitingAt: of('waiting')?.oldest,
  };
}
