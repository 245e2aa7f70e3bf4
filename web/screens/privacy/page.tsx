import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { LegalDocument } from '../../design/legal/legal-document.tsx';
import { MIN_AGE_YEARS } from '../../design/legal/legal-figures.ts';
import { LEGAL_STYLES, type Page, PREVIEW_STYLE } from '../../page.ts';
import {
  informationWeCollect,
  internationalTransfers,
  scope,
  sharing,
  uses,
} from './information.tsx';
import { Letters, PeriodsOfLetters, whatWeStoreWithLetters } from './mail.tsx';
import { PrivacyPreview } from './preview.tsx';
import { retention } from './retention.tsx';
import {
  changes,
  children,
  contact,
  rightsAndControls,
  storageAndSecurity,
  textMessages,
} from './rights.tsx';
import { thisWebsite } from './this-website.tsx';

export const privacy: Page = {
  title: `Privacy Policy · ${brand.product}`,
  description: `What ${brand.product} knows about you, what it is for, and what you can decide.`,
  path: listedScreens.privacy,
  preview: {
    picture: '/preview-privacy.jpg',
    alt: 'A lit window at night, two shadows behind its drawn curtains, and a cat on the sill',
    drawing: {
      sky: 'nightfall',
      styles: [PREVIEW_STYLE, 'web/screens/privacy/preview.css'],
      body: <PrivacyPreview />,
    },
  },
  styles: LEGAL_STYLES,
  body: <PrivacyPage />,
  parts: {
    whatWeStore: {
      letters: whatWeStoreWithLetters,
      'no-letters': 'nothing else, unless you came by a friend’s link',
    },
    letters: { letters: <Letters /> },
    periodsOfLetters: { letters: <PeriodsOfLetters /> },
  },
};

/** `/privacy`: each chapter is a file in this folder, listed here in reading order. */
function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      introduction={introduction}
      sections={[
        scope,
        informationWeCollect,
        thisWebsite,
        uses,
        storageAndSecurity,
        sharing,
        retention,
        rightsAndControls,
        textMessages,
        children,
        internationalTransfers,
        changes,
        contact,
      ]}
      footer={<Footer />}
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
    <p>A passage that was added since the date above names its own date.</p>
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
