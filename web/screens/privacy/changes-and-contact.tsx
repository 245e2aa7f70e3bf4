import { brand } from '../../../brand.ts';
import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';

export const changes: LegalSection = {
  id: 'changes',
  title: 'Changes to this policy',
  body: (
    <p>
      When we change this policy we put the new text here with its date. If a change matters for
      you, we tell you in the app or by email before it takes effect, and ask for your agreement
      where the law requires it. We do not quietly loosen what we promised for information that we
      already have.
    </p>
  ),
};

export const contact: LegalSection = {
  id: 'contact',
  title: 'Contact',
  body: (
    <p>
      Questions, requests and complaints reach {brand.legalEntity} at <ContactLink />. A person
      reads them.
    </p>
  ),
};
