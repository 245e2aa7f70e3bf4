import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type { LetterState } from '../../contract/mailings.ts';
import type { Engine } from '../engine.ts';
import { codeOfState } from '../people/positions.ts';
import type { Database } from '../schema.ts';
import { codeOf, type LetterRow } from './letter.ts';
import { type Subjects, subjectsOf } from './subjects.ts';
import { type FoundAddress, findAddress } from './suppressions.ts';

export type MailingRow = Selectable<Database['mailing']>;

/** What a rule about a letter has read. `mailing`: its own, if it has one. `person`: undefined once the address was removed. */
export interface Found {
  letter: LetterRow;
  mailing: MailingRow | undefined;
  person: (FoundAddress & { email: string }) | undefined;
}

/**
 * Runs a rule about one letter.
 *
 * @param rule is not called for an unknown letter
 */
export async function withLetter<Result>(
  engine: Engine,
  id: number,
  rule: (db: Transaction<Database>, found: Found, subjects: Subjects) => Promise<Result>,
): Promise<Result | undefined> {
  const subjects = await subjectsOf(engine);
  return await engine.transaction(async (db) => {
    const letters = db.selectFrom('letter').selectAll().where('id', '=', id);
    const letter = await letters.executeTakeFirst();
    return letter && (await rule(db, await findLetter(db, letter, subjects), subjects));
  });
}

export async function findLetter(
  db: Kysely<Database>,
  letter: LetterRow,
  { hashAddress }: Subjects,
): Promise<Found> {
  const { email } = letter;
  const mailings = db.selectFrom('mailing').selectAll().where('id', '=', letter.mailing);
  return {
    letter,
    mailing: letter.mailing === null ? undefined : await mailings.executeTakeFirstOrThrow(),
    person: email ? { email, ...(await findAddress(db, email, hashAddress(email))) } : undefined,
  };
}

/** Of an address that was removed, no reply is stored: mail servers repeat the address in it. */
export async function setLetter(
  db: Kysely<Database>,
  { letter: { id }, person }: Found,
  {
    state,
    ...values
  }: Omit<Updateable<Database['letter']>, 'state'> & {
    state: LetterState;
  },
): Promise<void> {
  const letters = db.updateTable('letter').where('id', '=', id);
  const reply = person ? {} : { reply: null };
  await letters.set({ ...values, ...reply, state: codeOf(state) }).execute();
}

/** Whether the person is still reserved for the wave of the mailing. */
export function isReserved({ mailing, person }: Found): boolean {
  return person?.state === codeOfState('reserved') && person.wave === mailing?.wave;
}
