import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { LegalDocument } from '../../design/legal/legal-document.tsx';
import { MIN_AGE_YEARS } from '../../design/legal/legal-figures.ts';
import { changes, contact } from './changes-and-contact.tsx';
import { children } from './children.tsx';
import { informationWeCollect } from './information-we-collect.tsx';
import { internationalTransfers } from './international-transfers.tsx';
import { retention } from './retention.tsx';
import { rightsAndControls } from './rights-and-controls.tsx';
import { scope } from './scope.tsx';
import { sharing } from './sharing.tsx';
import { storageAndSecurity } from './storage-and-security.tsx';
import { textMessages } from './text-messages.tsx';
import { thisWebsite } from './this-website.tsx';
import { uses } from './uses.tsx';

/** `/privacy`: each chapter is a file in this folder, listed here in reading order. */
export function PrivacyPage({
  footer,
  sendsMail = false,
}: {
  readonly footer?: ReactNode;
  /** Whether the site sends letters to people on the waitlist. */
  readonly sendsMail?: boolean;
}) {
  return (
    <LegalDocument
      title="Privacy Policy"
      introduction={introduction}
      sections={[
        scope,
        informationWeCollect,
        thisWebsite(sendsMail),
        uses,
        storageAndSecurity,
        sharing,
        retention(sendsMail),
        rightsAndControls,
        textMessages,
        children,
        internationalTransfers,
        changes,
        contact,
      ]}
      footer={footer}
    />
  );
}

const introduction = (
  <>
    <p>
      {brand.product} helps friends make plans on the spot. For that it has to know a few things
      about you. This policy says what they are, what we do with them, who else sees them, when they
      are deleted and what you can decide.
    </p>
    <p>The short version, which does not replace the long one:</p>
    <ul>
      <li>
        {brand.product} is for people who are {MIN_AGE_YEARS} or older.
      </li>
      <li>We use what you give us to make your plans work. We do not sell it.</li>
      <li>This website sets no cookie for visitors and does not follow you around.</li>
      <li>You can see, correct, copy or delete what we store about you.</li>
    </ul>
  </>
);
