import type { LegalSection } from '../../design/legal/legal-document.tsx';

export const sharing: LegalSection = {
  id: 'sharing',
  title: 'How we share information',
  body: (
    <>
      <p>
        We do not sell personal information, and we do not share it with others for advertising that
        follows you from one service to the next. We share it like this:
      </p>
      <ul>
        <li>
          <strong>With the people you make plans with.</strong> Others see your profile. Guests and
          creators of an event see its guest list, RSVPs, chat and photos. The people you message
          see your messages and, with them, read receipts and typing indicators. A Dinder group sees
          its matches. With Vibe Check, friends see whether you are free. What people have seen they
          can remember, copy and pass on.
        </li>
        <li>
          <strong>With your emergency contact,</strong> when you use that feature: who you are and
          what you choose to send, your location included.
        </li>
        <li>
          <strong>With companies that work for us,</strong> such as hosting, SMS and email delivery,
          maps, sign-in and crash reporting. They get what their task needs and may use it for that
          task only.
        </li>
        <li>
          <strong>With venues, partners and booking sites,</strong> when you choose it: when you
          redeem a deal, answer a venue’s event or go on to a booking. Apart from that they get
          totals that do not tell who you are.
        </li>
        <li>
          <strong>When the law or safety requires it:</strong> to answer a valid legal demand, or
          when we believe in good faith that it prevents serious harm or protects somebody’s rights.
        </li>
        <li>
          <strong>If our business changes hands,</strong> in a merger, sale or the like. The new
          owner is bound by this policy until you are told of a new one.
        </li>
        <li>
          <strong>With your agreement,</strong> in any other case.
        </li>
      </ul>
    </>
  ),
};
