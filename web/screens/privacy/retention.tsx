import {
  BACKUP_DELETION_DAYS,
  INVITE_EVENT_RETENTION_MONTHS,
} from '../../../contract/durations.ts';
import type { LegalSection } from '../../design/legal/legal-document.tsx';
import {
  ACCOUNT_DELETION_DAYS,
  EVENT_DATA_RETENTION_MONTHS,
  LOCATION_RETENTION_MONTHS,
  MESSAGE_RETENTION_MONTHS,
  TECHNICAL_LOG_RETENTION_MONTHS,
} from '../../design/legal/legal-figures.ts';

interface Period {
  readonly what: string;
  readonly howLong: string;
}

const periods: readonly Period[] = [
  { what: 'Direct and group messages', howLong: `${MESSAGE_RETENTION_MONTHS} months` },
  {
    what: 'Event data, with guest lists, RSVPs, event chat and photos',
    howLong: `${EVENT_DATA_RETENTION_MONTHS} months after the event`,
  },
  { what: 'Location data', howLong: `${LOCATION_RETENTION_MONTHS} months` },
  { what: 'Technical logs', howLong: `${TECHNICAL_LOG_RETENTION_MONTHS} months` },
  {
    what: 'Account and profile, Dinder and Sponti history',
    howLong: 'As long as you have an account',
  },
  {
    what: 'Your account, once you ask us to delete it',
    howLong: `Deleted within ${ACCOUNT_DELETION_DAYS} days`,
  },
  {
    what: 'Copies of deleted data in backups',
    howLong: `Removed within ${BACKUP_DELETION_DAYS} days`,
  },
  {
    what: 'Waitlist address (this website)',
    howLong: 'Until the day that we name when we tell people of our launch, or until you ask',
  },
  {
    what: 'Single views and clicks on invite pages (this website)',
    howLong: `${INVITE_EVENT_RETENTION_MONTHS} months; totals remain`,
  },
];

export const retention: LegalSection = {
  id: 'retention',
  title: 'How long we keep information',
  body: (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">How long</th>
          </tr>
        </thead>
        <tbody>
          <Periods of={periods} />
          {'{{periodsOfLetters}}'}
        </tbody>
      </table>
      <p>
        When a period ends we delete the information or change it so that it no longer points to
        anybody. We keep something longer only where the law obliges us, or where it is needed to
        look into a report or to settle a dispute, and then only that. To go on respecting an
        opt-out we keep the number that opted out.
      </p>
    </>
  ),
};

export function Periods({ of }: { of: readonly Period[] }) {
  return of.map(({ what, howLong }) => (
    <tr key={what}>
      <th scope="row">{what}</th>
      <td>{howLong}</td>
    </tr>
  ));
}
