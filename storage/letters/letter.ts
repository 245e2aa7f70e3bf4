import type { Kysely, Selectable } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';

/**
 * - `confirm` asks a new sign-up to confirm.
 * - `place` tells a member their position.
 * - `earlier` asks to confirm a sign-up that was made before the site sent letters.
 */
export const letterKinds = ['confirm', 'place', 'earlier'] as const;
export type LetterKind = (typeof letterKinds)[number];
/**
 * What letters say. A letter of the kind `place` to a member who is in says so: `invited`. One of the kind `earlier` that
 * `Launch.askUnconfirmed` has requested is a `last-call`. Mailings have words of the team. A launch letter to a person
 * whose phone has to wait longer is `launch-to-come`.
 */
export const letterTexts = [
  ...letterKinds,
  ...(['invited', 'last-call', 'mailing', 'launch', 'launch-to-come'] as const),
] as const;
export type LetterText = (typeof letterTexts)[number];

/** Letters are sent in the order of `sendingOrder`, and those of one priority in the order of their times. */
export const letterPriorities = ['usual', 'later', 'bulk', 'postponed'] as const;
type Priority = (typeof letterPriorities)[number];
/**
 * `postponed`: a usual letter whose domain had got many letters. `later`: the network had sent many sign-ups. `bulk`:
 * letters of the kind `earlier`.
 */
export const sendingOrder: readonly Priority[] = ['usual', 'postponed', 'later', 'bulk'];

/**
 * `waiting → sending → sent | refused | uncertain`. A letter is `sending` on disk before the connection is opened.
 * `refused`: the mail server has refused the letter, or all attempts to send it have failed. `uncertain`: the mail
 * server may have accepted the letter. In a copy of a database, or a restored backup, the site with the original may
 * have sent it (`pauseLetters`). The site sends a letter of these two states only after the operator asks for it.
 */
export const letterStates = ['waiting', 'sending', 'sent', 'refused', 'uncertain'] as const;
export type LetterState = (typeof letterStates)[number];

/** The answer of a letter that was marked as `sending` when its instance ended. */
export const INTERRUPTED = 'The site ended while it was sending this letter.';

export interface Letter {
  id: number;
  kind: LetterKind;
  email: string;
  state: LetterState;
  /**
   * How often the letter was postponed: the mail server said "later", broke the connection before the content, or
   * wanted a login for this recipient. An attempt does not count if its failure concerned every letter, for example
   * because the mail server could not be reached.
   */
  attempts: number;
  /** When the letter may be sent; once it was sent or given up, when that was. */
  dueAt: number;
  /** When the letter was queued. */
  at: number;
  /** The last answer of the mail server, or what went wrong; undefined if there is none. */
  reply: string | undefined;
}

export interface LetterFigures {
  states: Readonly<Record<LetterState, number>>;
  oldestWaitingAt: number | undefined;
}

/** The number of a state in the tables. */
export function codeOf(state: LetterState): number {
  return letterStates.indexOf(state);
}

export function asLetter(row: Selectable<Database['letter']>): Letter {
  const [kind, state] = [letterKinds[row.kind], letterStates[row.state]];
  if (!kind || !state) throw new Error(`Letter ${row.id} has an unknown kind or state.`);
  return {
    id: row.id,
    kind,
    email: row.email,
    state,
    attempts: row.attempts,
    dueAt: row.due_at,
    at: row.at,
    reply: row.reply ?? undefined,
  };
}

export async function readFigures({ reports }: Engine): Promise<LetterFigures> {
  const rows = await reports
    .selectFrom('letter')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('letters'),
      fn.min<number>('at').as('oldest'),
    ])
    .groupBy('state')
    .execute();
  const of = (state: LetterState) => rows.find((row) => row.state === codeOf(state));
  const states = Object.fromEntries(
    letterStates.map((state) => [state, Number(of(state)?.letters ?? 0)]),
  );
  return {
    states: states as Record<LetterState, number>,
    oldestWaitingAt: of('waiting')?.oldest,
  };
}

/**
 * For a database that was copied, or restored from a backup. Marks the letters that wait or are being sent as
 * `uncertain`: the site with the original database may have sent them, or may still send them.
 *
 * @param reason a sentence for the operator
 */
export async function pauseLetters(db: Kysely<Database>, reason: string): Promise<void> {
  await db
    .updateTable('letter')
    .set({ state: codeOf('uncertain'), reply: reason })
    .where('state', 'in', [codeOf('waiting'), codeOf('sending')])
    .execute();
}
