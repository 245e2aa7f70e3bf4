import { brand } from '../../../brand.ts';
import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';
import { smsKeywords } from '../../design/legal/legal-figures.ts';

const { optOut, optBackIn, support } = smsKeywords;

export const smsInvitations: LegalSection = {
  id: 'sms-invitations',
  title: 'SMS invitations',
  body: (
    <>
      <p>
        You can invite friends to an event by text message, which {brand.product} sends because you
        ask it to. Only invite people who know you and have agreed to get such a message from you;
        you choose them, and you answer for that choice.
      </p>
      <p>If you get one of our text messages, you can reply:</p>
      <ul>
        <li>
          <strong>{optOut}</strong> to opt out: after one confirmation you get no more invitations;
        </li>
        <li>
          <strong>{optBackIn}</strong> to opt back in;
        </li>
        <li>
          <strong>{support}</strong> for support, or write to <ContactLink />.
        </li>
      </ul>
      <p>
        How many messages you get depends on who invites you. Message and data rates may apply.
        Carriers may delay or lose messages, and neither they nor we are liable for that. Nobody has
        to agree to text messages in order to buy anything.
      </p>
    </>
  ),
};
