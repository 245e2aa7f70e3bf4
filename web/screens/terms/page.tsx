import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { LegalDocument } from '../../legal/legal-document.tsx';
import { termsTexts } from '../../legal/legal-texts.ts';
import { FRIEND_STYLE, LEGAL_STYLES, type Page, PREVIEW_STYLE } from '../../page.ts';
import { TermsPreview } from './preview.tsx';

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
  body: (
    <>
      <LegalDocument text={termsTexts['no-letters']} />
      <Footer />
    </>
  ),
};
