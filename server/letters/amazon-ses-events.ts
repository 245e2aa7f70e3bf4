import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ReturnResult } from '../../contract/mail.ts';
import type { ReturnedLetter } from '../../contract/schemas/returned-letters.ts';

/** docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
const SnsMessage = Type.Object({
  Type: Type.String(),
  Message: Type.String(),
  SubscribeURL: Type.Optional(Type.String()),
});

const Recipients = Type.Array(Type.Object({ emailAddress: Type.String() }));
/** docs.aws.amazon.com/ses/latest/dg/notification-contents.html; a configuration set names the type `eventType`. */
const SesEvent = Type.Object({
  eventType: Type.Optional(Type.String()),
  notificationType: Type.Optional(Type.String()),
  bounce: Type.Optional(Type.Object({ bounceType: Type.String(), bouncedRecipients: Recipients })),
  complaint: Type.Optional(
    Type.Object({
      complaintFeedbackType: Type.Optional(Type.Unknown()),
      complainedRecipients: Recipients,
    }),
  ),
});

/** Only an address of such a host is shown to an admin, who opens it. */
const HOST_OF_SNS = /^sns\.[a-z0-9-]+\.amazonaws\.com$/;

/** Reads an event that Amazon SES reports through SNS. @returns undefined if it is none */
export function readAmazonSesEvent(
  body: unknown,
): { returned: ReturnedLetter[]; confirm?: string } | undefined {
  if (!Value.Check(SnsMessage, body)) return undefined;
  const { Type: type, Message: message, SubscribeURL: url = '' } = body;
  if (type === 'Notification') return readNotification(message);
  if (type !== 'SubscriptionConfirmation') return { returned: [] };
  const opened = URL.parse(url);
  const isOfSns = opened?.protocol === 'https:' && HOST_OF_SNS.test(opened.host);
  return isOfSns ? { returned: [], confirm: opened.href } : undefined;
}

function readNotification(message: string): { returned: ReturnedLetter[] } | undefined {
  // When an admin sets events up, SES sends a sentence as a test.
  if (!message.startsWith('{')) return { returned: [] };
  const event = parse(message);
  if (!Value.Check(SesEvent, event)) return undefined;
  const { eventType, notificationType: type = eventType, bounce, complaint } = event;
  if (type === undefined) return undefined;
  if ((type === 'Bounce' && !bounce) || (type === 'Complaint' && !complaint)) return undefined;
  const returned = (result: ReturnResult, recipients: Type.Static<typeof Recipients>) => ({
    returned: recipients.map(({ emailAddress: email }) => ({ email, result })),
  });
  if (type === 'Bounce' && bounce?.bounceType === 'Permanent')
    return returned('bounced', bounce.bouncedRecipients);
  // "not-spam" takes a report back.
  if (type === 'Complaint' && complaint && complaint.complaintFeedbackType !== 'not-spam')
    return returned('complained', complaint.complainedRecipients);
  return { returned: [] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
