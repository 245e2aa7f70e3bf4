import { brand } from '../../../brand.ts';
import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';
import { MIN_AGE_YEARS } from '../../design/legal/legal-figures.ts';

export const children: LegalSection = {
  id: 'children',
  title: `Children (${MIN_AGE_YEARS}+ only)`,
  body: (
    <p>
      {brand.product} is for adults: you must be {MIN_AGE_YEARS} or older, and we do not knowingly
      collect information from anybody younger. If you believe that a child has given us
      information, write to <ContactLink />. Once we learn of it, we close the account and delete
      what came with it.
    </p>
  ),
};
