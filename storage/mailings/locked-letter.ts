import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import { type MailingLetterState, mailingLetterStates } from '../../contract/mailings.ts';
import type { Engine } from '../engine.ts';
import { type LockedAddress, lockAddress } from '../erasures.ts';
import { codeOfMailing } from '../mail/mailing-letter.ts';
import { type Subjects, subjectsOf } from '../mail/subjects.ts';
import type { Database } from '../schema.ts';
import { movePeople, setReservedBack } from '../waitlist/person-states.ts';
import { codeOfState } from '../waitlist/positions.ts';

export type MailingRow = Selectable<Database['mailing']>;
type LetterRow = Selectable<Database['mailing_letter']>;
export type Person = LockedAddress & { email: string };

/** What a rule has locked. `person` is undefined once the address was removed. */
export interface Locked {
  letter: LetterRow;
  mailing: MailingRow;
  person: Person | undefined;
}

/**
 * Runs a rule about one letter, which locks the address, the mailing and the letter, in this order.
 *
 * @param rule is not called for an unknown letter
 */
export async function withLetter<Result>(
  engine: Engine,
  id: number,
  rule: (db: Transaction<Database>, locked: Locked, subjects: Subjects) => Promise<Result>,
): Promise<Result | undefined> {
  const subjects = await subjectsOf(engine);
  return await engine.transaction(async (db) => {
    const locked = await lockLetter(db, id, subjects);
    return locked && (await rule(db, locked, subjects));
  });
}

async function lockLetter(
  db: Kysely<Database>,
  id: number,
  { hashAddress }: Subjects,
): Promise<Locked | undefined> {
  const letters = db.selectFrom('mailing_letter').where('id', '=', id);
  const found = await letters.select(['email', 'mailing']).executeTakeFirst();
  if (!found) return undefined;
  const { email } = found;
  const person = email && { email, ...(await lockAddress(db, email, hashAddress(email))) };
  const mailing = await lockMailing(db, found.mailing);
  const letter = await letters.selectAll().forUpdate().executeTakeFirstOrThrow();
  // The address may have been removed before the lock.
  return { letter, mailing, person: letter.email === '' ? undefined : person || undefined };
}

export function lockMailing(db: Kysely<Database>, id: number): Promise<MailingRow> {
  const mailing = db.selectFrom('mailing').selectAll().where('id', '=', id);
  return mailing.forUpdate().executeTakeFirstOrThrow();
}

export function stateOf({ letter }: Locked): MailingLetterState {
  const state = mailingLetterStates[letter.state];
  if (!state) throw new Error(`Letter ${letter.id} of a mailing has an unknown state.`);
  return state;
}

/** Of an address that was removed, no reply is stored: mail servers repeat the address in it. */
export async function setLetter(
  db: Kysely<Database>,
  { letter: { id }, person }: Locked,
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
export function isReserved({ mailing, person }: Locked): boolean {
  return person?.state === codeOfState('reserved') && person.wave === mailing.wave;
}

export async function invite(db: Kysely<Database>, locked: Locked, at: number): Promise<void> {
  if (!locked.person || !isReserved(locked)) return;
  await movePeople(db, [locked.person.email], { state: 'invited', at });
}

export async function setPersonBack(
  db: Kysely<Database>,
  locked: Locked,
  at: number,
): Promise<void> {
  if (locked.person) await setReservedBack(db, locked.mailing.wave, [locked.person], at);
}
