import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { LegalDocument } from '../../design/legal/legal-document.tsx';
import { account } from './account.tsx';
import { beta } from './beta.tsx';
import { changes, contact, general } from './changes-and-contact.tsx';
import { coreServices } from './core-services.tsx';
import { disputes } from './disputes.tsx';
import { eligibility } from './eligibility.tsx';
import { creatorDuties, participantDuties } from './event-duties.tsx';
import { intellectualProperty } from './intellectual-property.tsx';
import { liability } from './liability.tsx';
import { location } from './location.tsx';
import { safety } from './safety.tsx';
import { smsInvitations } from './sms-invitations.tsx';
import { termination } from './termination.tsx';
import { thirdPartyBooking } from './third-party-booking.tsx';
import { userConduct } from './user-conduct.tsx';

/** `/terms`: each chapter is a file in this folder, listed here in reading order. */
export function TermsPage({ footer }: { readonly footer?: ReactNode }) {
  return (
    <LegalDocument
      title="Terms of Service"
      introduction={introduction}
      sections={[
        eligibility,
        account,
        coreServices,
        userConduct,
        creatorDuties,
        participantDuties,
        location,
        smsInvitations,
        thirdPartyBooking,
        intellectualProperty,
        safety,
        beta,
        liability,
        termination,
        disputes,
        changes,
        general,
        contact,
      ]}
      footer={footer}
    />
  );
}

const introduction = (
  <>
    <p>
      These terms are the agreement between you and {brand.legalEntity} (“we” and “us”) about the{' '}
      {brand.product} app, this website and everything else that we offer under that name. By using
      them you accept these terms. Our <a href={listedScreens.privacy}>Privacy Policy</a> says how
      we treat your information.
    </p>
    <p>
      <strong>
        Please read <a href="#disputes">Disputes</a> with care.
      </strong>{' '}
      For most disputes it replaces judge, jury and class action by talking first and, if that
      fails, by arbitration between you and us alone, unless you opt out.
    </p>
  </>
);
