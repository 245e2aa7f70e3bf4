import { brand } from '../../../brand.ts';
import type { LegalSection } from '../../design/legal/legal-document.tsx';
import { MIN_AGE_YEARS } from '../../design/legal/legal-figures.ts';

export const eligibility: LegalSection = {
  id: 'eligibility',
  title: 'Eligibility',
  body: (
    <>
      <p>
        You must be {MIN_AGE_YEARS} or older to use {brand.product}. By using it you say that:
      </p>
      <ul>
        <li>you are at least {MIN_AGE_YEARS} and able to make a binding agreement;</li>
        <li>no law forbids you to use it, and we have not removed you from it before;</li>
        <li>you are not required to register as a sex offender.</li>
      </ul>
      <p>We may ask you to show your age, and close an account that does not meet these rules.</p>
    </>
  ),
};
