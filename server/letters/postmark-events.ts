import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ReturnedLetter } from '../../contract/schemas/returned-letters.ts';

/** postmarkapp.com/developer/webhooks/webhooks-overview */
const Event = Type.Object({
  RecordType: Type.String(),
  /** Of a bounce. */
  Type: Type.Optional(Type.String()),
  Email: Type.Optional(Type.String()),
});

/** Postmark sends no more letters to the address. Of other bounces, such as a full mailbox, it does. */
const FINAL_BOUNCES = ['HardBounce', 'BadEmailAddress'];

/** Reads an event of a webhook of Postmark. @returns undefined if it is none */
export function readPostmarkEvent(body: unknown): { returned: ReturnedLetter[] } | undefined {
  if (!Value.Check(Event, body)) return undefined;
  const { RecordType, Type: bounce = '', Email: email } = body;
  const isBounce = RecordType === 'Bounce' && FINAL_BOUNCES.includes(bounce);
  if (!isBounce && RecordType !== 'SpamComplaint') return { returned: [] };
  if (email === undefined) return undefined;
  return { returned: [{ email, result: isBounce ? 'bounced' : 'complained' }] };
}
