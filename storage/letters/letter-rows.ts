import type { Selectable } from 'kysely';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import {
  type Letter,
  type LetterFigures,
  type LetterState,
  letterKinds,
  letterStates,
} from '../interface/letters.ts';

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

/** See `Letters.begunAt`. */
export async function readBegun({ db }: Engine): Promise<number | undefined> {
  return (await db.selectFrom('letters_begun').select('at').executeTakeFirst())?.at;
}
