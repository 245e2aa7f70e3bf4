import { Type } from 'typebox';
import { strictObject } from '../../contract/schemas/call-schema.ts';
import { PhoneName } from '../../contract/schemas/waitlist.ts';
import type { ListedPerson } from '../../storage/waitlist/import-people.ts';
import { errors } from '../http/errors.ts';
import { checkPastTime } from '../ingest/app-invites.ts';
import { requireEmail } from '../ingest/canonical-email.ts';
import { checkFields } from '../ingest/intake.ts';

const Row = strictObject({
  email: Type.String(),
  joined_at: Type.Optional(Type.String()),
  confirmed_at: Type.Optional(Type.String()),
  phone: Type.Optional(PhoneName),
  consent: Type.Optional(Type.String()),
});

/** As `CONSENT_VERSION`. */
const CONSENT = /^[\d.-]{1,20}$/;

/**
 * Checks a row of a list that was kept elsewhere. A person whose time of joining is missing joined when they confirmed, or
 * else now.
 *
 * @param row as read from a file
 * @param now milliseconds since 1970 UTC
 * @throws CallError with the reason
 */
export function checkListedPerson(row: unknown, now: number): ListedPerson {
  const { email, joined_at, confirmed_at, phone, consent } = checkFields(row, Row, 'row');
  const timeOf = (name: 'joined_at' | 'confirmed_at', text: string | undefined) =>
    text === undefined ? undefined : checkPastTime(text, now, name);
  const confirmedAt = timeOf('confirmed_at', confirmed_at);
  const joinedAt = timeOf('joined_at', joined_at) ?? confirmedAt ?? now;
  if (confirmedAt !== undefined && confirmedAt < joinedAt) throw errors.confirmedTooEarly();
  if (phone && confirmedAt === undefined) throw errors.unconfirmedPhone();
  if (consent !== undefined && !CONSENT.test(consent)) throw errors.unknownConsent();
  return { email: requireEmail(email), joinedAt, confirmedAt, phone, consent };
}

/** What two rows say of one person. Of two phones, or two versions of the words, the first stays. */
export function mergePeople(one: ListedPerson, other: ListedPerson): ListedPerson {
  const times = [one, other].flatMap(({ confirmedAt }) => confirmedAt ?? []);
  return {
    email: one.email,
    joinedAt: Math.min(one.joinedAt, other.joinedAt),
    confirmedAt: times.length > 0 ? Math.min(...times) : undefined,
    phone: one.phone ?? other.phone,
    consent: one.consent ?? other.consent,
  };
}
