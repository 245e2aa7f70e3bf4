import { brand } from '../../../brand.ts';
import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';

export const changes: LegalSection = {
  id: 'changes',
  title: 'Changes to these terms',
  body: (
    <p>
      When we change these terms we put the new text here with its date, and tell you in the app or
      by email of changes that matter before they take effect. They do not reach back to disputes
      that you have already told us of. If you do not agree, stop using the service and delete your
      account; by going on after that day you accept them.
    </p>
  ),
};

export const general: LegalSection = {
  id: 'general',
  title: 'General terms',
  body: (
    <p>
      These terms and the policies they name are the whole agreement between us. If a part cannot be
      enforced, the rest stays valid (for class actions, see <a href="#disputes">Disputes</a>). If
      we do not insist on a right once, we keep it. You may not hand this agreement on without our
      consent; we may when our business changes hands, and your rights then stay the same. Nobody is
      liable for what is beyond their reasonable control. We may send you notices in the app, by
      email or by text message.
    </p>
  ),
};

export const contact: LegalSection = {
  id: 'contact',
  title: 'Contact',
  body: (
    <p>
      {brand.legalEntity} can be reached at <ContactLink />.
    </p>
  ),
};
