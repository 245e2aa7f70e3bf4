import { BACKUP_DELETION_DAYS } from '../../../contract/durations.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';
import { ACCOUNT_DELETION_DAYS } from '../../design/legal/legal-figures.ts';

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
