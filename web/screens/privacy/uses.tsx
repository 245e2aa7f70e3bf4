import { brand } from '../../../brand.ts';
import type { LegalSection } from '../../design/legal/legal-document.tsx';

export const uses: LegalSection = {
  id: 'uses',
  title: 'How we use information',
  body: (
    <>
      <ul>
        <li>
          To run {brand.product}: your account, plans and events, Dinder matches, Vibe Check, Sponti
          deals and bookings, chat, invitations.
        </li>
        <li>To show you what is near you and who is free, where you allow it.</li>
        <li>To send you what you asked for: notifications, invitations, news of the launch.</li>
        <li>
          To keep people safe: checking age, answering reports, stopping spam, fraud and abuse, and
          reaching your emergency contact when you use that feature.
        </li>
        <li>To help you when you write to us.</li>
        <li>
          To find and mend faults, and to learn which features are used, with totals wherever totals
          will do.
        </li>
        <li>To do what the law asks of us, and to establish or defend legal claims.</li>
      </ul>
      <p>
        We do not use your private messages or your exact location to choose advertising, and we
        make no decision with legal effect for you by automated means alone.
      </p>
      <p>
        Where the law asks for a legal basis (as in the European Economic Area and the United
        Kingdom), ours are: the contract with you, for running the app; your consent, for location,
        contacts, notifications and the waitlist, which you can withdraw at any time; our legitimate
        interest in a safe service that works and in knowing how our invitations do, for security,
        repairs and counts; and legal duties.
      </p>
    </>
  ),
};
