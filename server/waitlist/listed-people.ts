import { Type } from 'typebox';
import { PhoneName } from '../../contract/schemas/waitlist.ts';
import type { ListedPerson } from '../../storage/waitlist/import-people.ts';
import { errors } from '../http/errors.ts';
import { checkPastTime } from '../ingest/app-invites.ts';
import { checkFields } from '../ingest/intake.ts';
import { requireEmail } from './canonical-email.ts';

const Row = Type.Object(
  {
    email: Type.String(),
    joined_at: Type.Optional(Type.String()),
    confirmed_at: Type.Optional(Type.String()),
    phone: Type.Optional(PhoneName),
  },
  { additionalProperties: false },
);

/**
 * Checks a row of a list that was kept elsewhere. A person whose time of joining is missing joined when they confirmed, or
 * else now.
 *
 * @param row as read from a file
 * @param now milliseconds since 1970 UTC
 * @throws CallError with the reason
 */
export function checkListedPerson(row: unknown, now: number): ListedPerson {
  const { email, joined_at, confirmed_at, phone } = checkFields(row, Row, 'row');
  const confirmedAt = confirmed_at === undefined ? undefined : checkPastTime(confirmed_at, now);
  const joinedAt = joined_at === undefined ? (confirmedAt ?? now) : checkPastTime(joined_at, now);
  if (confirmedAt !== undefined && confirmedAt < joinedAt) throw errors.confirmedTooEarly();
  if (phone && confirmedAt === undefined) throw errors.unconfirmedPhone();
  return { email: requireEmail(email), joinedAt, confirmedAt, phone };
}
