import { brand } from '../../../brand.ts';
import type { LegalSection } from '../../design/legal/legal-document.tsx';

export const scope: LegalSection = {
  id: 'scope',
  title: 'About this policy',
  body: (
    <>
      <p>
        {brand.legalEntity} (“we” and “us” below) runs {brand.product} and decides how the
        information described here is used. This policy covers the {brand.product} mobile app, this
        website, and the emails and text messages that we send.
      </p>
      <p>
        The app is in beta on iOS; an Android version is coming soon. Its features arrive one by
        one: as long as a feature is not there for you, we collect nothing for it.
      </p>
    </>
  ),
};
