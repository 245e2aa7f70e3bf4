import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Footer } from '../../design/footer/footer.tsx';
import { LEGAL_PREVIEW, LegalDocument } from '../../legal/legal-document.tsx';
import { termsTexts } from '../../legal/legal-texts.ts';
import { LEGAL_STYLES, type Page } from '../../page.ts';

export const terms: Page = {
  title: `Terms of Service · ${brand.product}`,
  description: `What you agree to when you use ${brand.product}: the rules between you, your friends and us.`,
  path: listedScreens.terms,
  preview: LEGAL_PREVIEW,
  styles: LEGAL_STYLES,
  body: (
    <>
      <LegalDocument text={termsTexts['no-letters']} />
      <Footer />
    </>
  ),
};
