import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import { type MailingLetterState, mailingLetterStates } from '../../contract/mailings.ts';
import type { Engine } from '../engine.ts';
import { type FoundAddress, findAddress } from '../erasures.ts';
import { movePeople, setReservedBack } from '../people/person-states.ts';
import { codeOfState } from '../people/positions.ts';
import type { Database } from '../schema.ts';
import { codeOfMailing } from './mailing-letter.ts';
import { type Subjects, subjectsOf } from './subjects.ts';

export type MailingRow = Selectable<Database['mailing']>;
type LetterRow = Selectable<Database['mailing_letter']>;
export type Person = FoundAddress & { email: string };

/** What a rule about a letter has read. `person` is undefined once the address was removed. */
export interface Found {
  letter: LetterRow;
  mailing: MailingRow;
  person: Person | undefined;
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
    const found = await findLetter(db, id, subjects);
    return found && (await rule(db, found, subjects));
  });
}

async function findLetter(
  db: Kysely<Database>,
  id: number,
  { hashAddress }: Subjects,
): Promise<Found | undefined> {
  const letters = db.selectFrom('mailing_letter').selectAll().where('id', '=', id);
  const letter = await letters.executeTakeFirst();
  if (!letter) return undefined;
  const { email } = letter;
  const mailings = db.selectFrom('mailing').selectAll().where('id', '=', letter.mailing);
  return {
    letter,
    mailing: await mailings.executeTakeFirstOrThrow(),
    person: email ? { email, ...(await findAddress(db, email, hashAddress(email))) } : undefined,
  };
}

export function stateOf({ letter }: Found): MailingLetterState {
  const state = mailingLetterStates[letter.state];
  if (!state) throw new Error(`Letter ${letter.id} of a mailing has an unknown state.`);
  return state;
}

/** Of an address that was removed, no reply is stored: mail servers repeat the address in it. */
export async function setLetter(
  db: Kysely<Database>,
  { letter: { id }, person }: Found,
  {
    state,
    ...values
  }: Omit<Updateable<Database['mailing_letter']>, 'state'> & {
    state: MailingLetterState;
  },
): Promise<void> {
  const letters = db.updateTable('mailing_letter').where('id', '=', id);
  const reply = person ? {} : { reply: null };
  await letters.set({ ...values, ...reply, state: codeOfMailing(state) }).execute();
}

/** Whether the person is still reserved for the wave of the mailing. */
export function isReserved({ mailing, person }: Found): boolean {
  return person?.state === codeOfState('reserved') && person.wave === mailing.wave;
}

export async function invite(db: Kysely<Database>, found: Found, at: number): Promise<void> {
  if (!found.person || !isReserved(found)) return;
  await movePeople(db, [found.person.email], { state: 'invited', at });
}

export async function setPersonBack(db: Kysely<Database>, found: Found, at: number): Promise<void> {
  if (found.person) await setReservedBack(db, found.mailing.wave, [found.person], at);
}
