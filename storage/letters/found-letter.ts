import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type { LetterState } from '../../contract/mailings.ts';
import type { Engine } from '../engine.ts';
import { type Person, readPeople, setReservedBack } from '../people/person-states.ts';
import { codeOfState } from '../people/positions.ts';
import type { Database } from '../schema.ts';
import { codeOf, type LetterRow } from './letter.ts';

export type MailingRow = Selectable<Database['mailing']>;

/** What a rule about a letter has read. `mailing`: its own, if it has one. `person`: undefined unless on the waitlist. */
export interface Found {
  letter: LetterRow;
  mailing: MailingRow | undefined;
  person: Person | undefined;
}

/** Runs a rule about one letter. */
export function withLetter<Result>(
  engine: Engine,
  id: number,
  rule: (db: Transaction<Database>, found: Found | undefined) => Promise<Result>,
): Promise<Result> {
  return engine.transaction(async (db) => {
    const letters = db.selectFrom('letter').selectAll().where('id', '=', id);
    const letter = await letters.executeTakeFirst();
    return await rule(db, letter && (await findLetter(db, letter)));
  });
}

export async function findLetter(db: Kysely<Database>, letter: LetterRow): Promise<Found> {
  const mailings = db.selectFrom('mailing').selectAll().where('id', '=', letter.mailing);
  const [person] = letter.email ? await readPeople(db, [letter.email]) : [];
  return {
    letter,
    person,
    mailing: letter.mailing === null ? undefined : await mailings.executeTakeFirstOrThrow(),
  };
}

/** Of an address that was removed, no reply is stored: mail servers repeat the address in it. */
export async function setLetter(
  db: Kysely<Database>,
  { letter: { id, email } }: Found,
  state: LetterState,
  values: Updateable<Database['letter']>,
): Promise<void> {
  const letters = db.updateTable('letter').where('id', '=', id);
  const reply = email ? {} : { reply: null };
  await letters.set({ ...values, ...reply, state: codeOf(state) }).execute();
}

/** Whether the person is still reserved for the wave of the mailing. */
export function isReserved({ mailing, person }: Found): boolean {
  return person?.state === codeOfState('reserved') && person.wave === mailing?.wave;
}

/** Whether a letter would let in a person who is not reserved for it any more. */
export function hasMoved(found: Found): boolean {
  return typeof found.mailing?.wave === 'number' && !isReserved(found);
}

/** Sets the person back to waiting, if still reserved for the wave of the mailing. */
export async function setBack(
  db: Kysely<Database>,
  { mailing, person }: Found,
  at: number,
): Promise<void> {
  if (mailing && person) await setReservedBack(db, mailing.wave, [person], at);
}
