import type { Kysely } from 'kysely';
import type { MailingKind } from '../../contract/mailings.ts';
import type { NextPeople } from '../../contract/team-waitlist.ts';
import { noLetterReasons } from '../erasures.ts';
import { untold } from '../launch/fates.ts';
import { readLaunches } from '../mail/launch-mailings.ts';
import type { Subjects } from '../mail/subjects.ts';
import type { Database } from '../schema.ts';
import { pagesByPlace } from '../waitlist/next-people.ts';
import { hasPhone } from '../waitlist/phones.ts';

/**
 * The next people by position to whom a letter can be sent, each with another mailbox. Others would be left out, set back
 * to their positions, and be the next ones again in every mailing.
 */
export async function readNextRecipients(
  db: Kysely<Database>,
  { hashAddress }: Subjects,
  { people, phone }: NextPeople,
): Promise<string[]> {
  const stopped = db.selectFrom('stopped').select('subject').where('reason', 'in', noLetterReasons);
  const without = new Set((await stopped.execute()).map(({ subject }) => subject.toHex()));
  const next = new Map<string, string>();
  for await (const page of pagesByPlace(db, phone)) {
    for (const { email, mailbox } of page) {
      const getsNone = without.size > 0 && without.has(hashAddress(email).toString('hex'));
      if (!getsNone) next.getOrInsert(mailbox.toHex(), email);
    }
    if (next.size >= people) break;
  }
  return [...next.values()].slice(0, people);
}

/** @param next for the kind `next`; its phone also for `everybody`. @param platforms for the kind `launch` */
export async function countRecipients(
  db: Kysely<Database>,
  subjects: Subjects,
  kind: MailingKind,
  next: NextPeople,
  platforms: number,
): Promise<number> {
  if (kind === 'next') return (await readNextRecipients(db, subjects, next)).length;
  const members = db.selectFrom('member').select(({ fn }) => fn.countAll<number>().as('n'));
  const all =
    kind === 'launch'
      ? members.where(untold(await readLaunches(db), platforms))
      : members.where(hasPhone(next.phone));
  return Number((await all.executeTakeFirstOrThrow()).n);
}
