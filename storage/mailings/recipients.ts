import type { Kysely, RawBuilder } from 'kysely';
import type { CrowdedDomain } from '../../contract/mail.ts';
import type { MailingKind } from '../../contract/mailings.ts';
import type { FriendsFigures, NextPeople } from '../../contract/team-waitlist.ts';
import { type AddressHashes, limitedDomain } from '../letters/address-hashes.ts';
import { launchAbout, readLaunches, untold } from '../letters/launches.ts';
import { noLetterReasons } from '../letters/suppressions.ts';
import { hasPhone } from '../people/phones.ts';
import type { Database } from '../schema.ts';
import { type ChosenPeople, choosePeople } from '../waitlist/choose-people.ts';

/**
 * The next people by position to whom a letter can be sent, each with another mailbox. Others would be left out, set back
 * to their positions, and be the next ones again in every mailing.
 */
export async function chooseRecipients(
  db: Kysely<Database>,
  { hashAddress }: AddressHashes,
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

/** Whom a mailing would reach. */
export interface RecipientFigures {
  people: number;
  /** What the friends change, of a choice with friends. */
  friends?: FriendsFigures;
  /** The domain at which most recipients are, of the domains with a limit. */
  crowded?: CrowdedDomain | undefined;
}

/** Whom the kind `next` would reach. */
export async function countNext(
  db: Kysely<Database>,
  hashes: AddressHashes,
  next: NextPeople,
): Promise<RecipientFigures> {
  const { emails, knowing } = await chooseRecipients(db, hashes, next);
  const figures = countPeople(emails);
  if (!next.withFriends) return figures;
  const byPosition = await chooseRecipients(db, hashes, { ...next, withFriends: false });
  return { ...figures, friends: { knowing, byPosition: byPosition.knowing } };
}

/**
 * The members who would get a launch letter, as a condition.
 *
 * @param platforms of `launchedPlatforms`
 * @param at when the launch begins, if the letter begins one
 */
export async function untoldNow(
  db: Kysely<Database>,
  platforms: number,
  at = Number.MAX_SAFE_INTEGER,
): Promise<RawBuilder<boolean>> {
  const launch = await launchAbout(db, platforms);
  return untold(await readLaunches(db), launch?.at ?? at);
}

/** Whom another kind than `next` would reach. @param reports a connection on which writers do not wait */
export async function countMembers(
  reports: Kysely<Database>,
  kind: MailingKind,
  { phone }: NextPeople,
  platforms: number,
): Promise<RecipientFigures> {
  const isRecipient = kind === 'launch' ? await untoldNow(reports, platforms) : hasPhone(phone);
  const recipients = reports.selectFrom('member').select('email').where(isRecipient);
  return countPeople((await recipients.execute()).map(({ email }) => email));
}

/** Counts people, and finds the domain with a limit at which most of them are. */
function countPeople(emails: readonly string[]): RecipientFigures {
  const byDomain = new Map<string, number>();
  for (const domain of emails.map(limitedDomain))
    if (domain !== undefined) byDomain.set(domain, (byDomain.get(domain) ?? 0) + 1);
  const [most] = [...byDomain].sort(([, one], [, other]) => other - one);
  return { people: emails.length, crowded: most && { domain: most[0], people: most[1] } };
}
