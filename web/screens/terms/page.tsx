import type { ReactNode } from 'react';
import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { LegalDocument } from '../../design/legal/legal-document.tsx';
import { FRIEND_STYLE, LEGAL_STYLES, type Page, PREVIEW_STYLE } from '../../page.ts';
import { account, eligibility, termination } from './account.tsx';
import {
  creatorDuties,
  participantDuties,
  safety,
  smsInvitations,
  userConduct,
} from './conduct.tsx';
import {
  changes,
  contact,
  disputes,
  general,
  intellectualProperty,
  liability,
} from './legal-terms.tsx';
import { TermsPreview } from './preview.tsx';
import { beta, coreServices, location, thirdPartyBooking } from './services.tsx';

export const terms: Page = {
  title: `Terms of Service · ${brand.product}`,
  description: `What you agree to when you use ${brand.product}: the rules between you, your friends and us.`,
  path: listedScreens.terms,
  preview: {
    picture: '/preview-terms.jpg',
    alt: 'Four friends on a zebra crossing, the light green',
    drawing: {
      sky: 'morning',
      styles: [PREVIEW_STYLE, 'web/screens/terms/preview.css', FRIEND_STYLE],
      body: <TermsPreview />,
    },
  },
  styles: LEGAL_STYLES,
  body: <TermsPage footer={<Footer />} />,
};

/** `/terms`: each chapter is a file in this folder, listed here in reading order. */
function TermsPage({ footer }: { readonly footer?: ReactNode }) {
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
