import { brand } from '../../../brand.ts';
import { BACKUP_DELETION_DAYS } from '../../../contract/durations.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';
import { ACCOUNT_DELETION_DAYS, MIN_AGE_YEARS } from '../../design/legal/legal-figures.ts';

export const account: LegalSection = {
  id: 'account',
  title: 'Your account',
  body: (
    <p>
      Give us true information and keep it current. One person, one account; it is yours alone and
      you do not hand it on. Keep your phone and your sign-in codes to yourself: nobody from our
      team ever asks for a code. You answer for what happens through your account, unless somebody
      got in without any fault of yours. If you suspect that, tell us at once: <ContactLink />.
    </p>
  ),
};

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

export const termination: LegalSection = {
  id: 'termination',
  title: 'Termination',
  body: (
    <>
      <p>
        You can stop at any time, and delete your account in the app or by writing to{' '}
        <ContactLink />. We delete it within {ACCOUNT_DELETION_DAYS} days of your request and remove
        it from backups within {BACKUP_DELETION_DAYS} days; the{' '}
        <a href={listedScreens.privacy}>Privacy Policy</a> has the details. Cancel what you have
        organized first, so that nobody waits at a closed door.
      </p>
      <p>
        We may limit, suspend or close your account if you break these terms or the law, put others
        or us at risk, or if we stop offering the service. We tell you why, and beforehand where we
        can, unless the law, somebody’s safety or an investigation does not allow it. If you think
        we are wrong, write to us and a person looks at it again.
      </p>
      <p>
        What by its nature should outlast the end does: what you owe others, intellectual property,
        liability, disputes and general terms.
      </p>
    </>
  ),
};
