import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { LEGAL_PREVIEW, LegalDocument } from '../../legal/legal-document.tsx';
import { privacyTexts } from '../../legal/legal-texts.ts';
import { LEGAL_STYLES, type Page } from '../../page.ts';

export const privacy: Page = {
  title: `Privacy Policy · ${brand.product}`,
  description: `What ${brand.product} knows about you, what it is for, and what you can decide.`,
  path: listedScreens.privacy,
  preview: LEGAL_PREVIEW,
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
