import type { Kysely } from 'kysely';
import type { MailingKind } from '../../contract/mailings.ts';
import type { FriendsFigures, NextPeople } from '../../contract/team-waitlist.ts';
import { noLetterReasons } from '../erasures.ts';
import { untold } from '../launch/fates.ts';
import { readLaunches } from '../mail/launch-mailings.ts';
import type { Subjects } from '../mail/subjects.ts';
import type { Database } from '../schema.ts';
import { type ChosenPeople, choosePeople } from '../waitlist/choose-people.ts';
import { hasPhone } from '../waitlist/phones.ts';

/**
 * The next people by position to whom a letter can be sent, each with another mailbox. Others would be left out, set back
 * to their positions, and be the next ones again in every mailing.
 */
export async function chooseRecipients(
  db: Kysely<Database>,
  { hashAddress }: Subjects,
  next: NextPeople,
): Promise<ChosenPeople> {
  const stopped = db.selectFrom('stopped').select('subject').where('reason', 'in', noLetterReasons);
  const without = new Set((await stopped.execute()).map(({ subject }) => subject.toHex()));
  const getsNone = (email: string) =>
    without.size > 0 && without.has(hashAddress(email).toString('hex'));
  return await choosePeople(db, next, ({ email, mailbox }) =>
    getsNone(email) ? undefined : mailbox.toHex(),
  );
}

/** Whom the kind `next` would reach. */
export interface NextFigures {
  people: number;
  /** Only of a choice with friends. */
  friends?: FriendsFigures;
}

/** @returns how many the kind `next` would reach, and of a choice with friends also what they change */
export async function readNextFigures(
  db: Kysely<Database>,
  subjects: Subjects,
  next: NextPeople,
): Promise<NextFigures> {
  const { emails, knowing } = await chooseRecipients(db, subjects, next);
  const people = emails.length;
  if (!next.withFriends) return { people };
  const byPlace = await chooseRecipients(db, subjects, { ...next, withFriends: false });
  return { people, friends: { knowing, byPlace: byPlace.knowing } };
}

/** @param next for the kind `next`; its phone also for `everybody`. @param platforms for the kind `launch` */
export async function countRecipients(
  db: Kysely<Database>,
  subjects: Subjects,
  kind: MailingKind,
  next: NextPeople,
  platforms: number,
): Promise<number> {
  if (kind === 'next') return (await chooseRecipients(db, subjects, next)).emails.length;
  const members = db.selectFrom('member').select(({ fn }) => fn.countAll<number>().as('n'));
  const all =
    kind === 'launch'
      ? members.where(untold(await readLaunches(db), platforms))
      : members.where(hasPhone(next.phone));
  return Number((await all.executeTakeFirstOrThrow()).n);
}
