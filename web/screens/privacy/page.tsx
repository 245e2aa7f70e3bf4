import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { LegalDocument } from '../../legal/legal-document.tsx';
import { privacyTexts } from '../../legal/legal-texts.ts';
import { LEGAL_STYLES, type Page, PREVIEW_STYLE } from '../../page.ts';
import { PrivacyPreview } from './preview.tsx';

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
  body: (
    <>
      {'{{text}}'}
      <Footer />
    </>
  ),
  parts: {
    text: {
      letters: <LegalDocument text={privacyTexts.letters} />,
      'no-letters': <LegalDocument text={privacyTexts['no-letters']} />,
    },
  },
};
