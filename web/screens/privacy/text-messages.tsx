import { brand } from '../../../brand.ts';
import type { LegalSection } from '../../design/legal/legal-document.tsx';
import { smsKeywords } from '../../design/legal/legal-figures.ts';

const { optOut, optBackIn, support } = smsKeywords;

export const textMessages: LegalSection = {
  id: 'text-messages',
  title: 'Text messages',
  body: (
    <>
      <p>
        We send text messages for sign-in codes and when somebody on {brand.product} invites you to
        an event. Reply <strong>{optOut}</strong> to opt out, <strong>{optBackIn}</strong> to opt
        back in, and <strong>{support}</strong> for support. Message and data rates may apply, and
        how many messages you get depends on your friends.
      </p>
      <p>
        We keep the number, the message, its delivery and your choice, and pass them only to those
        who deliver the message. We do not give phone numbers or text message consent to anybody for
        their own marketing.
      </p>
    </>
  ),
};
