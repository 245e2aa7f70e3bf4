import { brand } from '../../brand.ts';
import {
  AUDIT_RETENTION_MONTHS,
  BACKUP_DELETION_DAYS,
  INVITE_EVENT_RETENTION_MONTHS,
} from '../../contract/durations.ts';
import { LAUNCH_DELETION_DAYS } from '../../contract/launch.ts';
import {
  CONFIRM_LETTERS,
  LETTER_RETENTION_DAYS,
  POSITION_LETTERS,
  RETURN_LETTERS,
} from '../../contract/mail.ts';
import { SIGNED_UP_DAYS, SIGNED_UP_KEY } from '../../contract/screens.ts';
import { INVITE_VIEWS_KEY_PREFIX, VIEW_WINDOW_MS } from '../design/view-limits.ts';
import { LIT_WINDOW_KEY } from '../design/visitor-memory.ts';
import { MIN_AGE_YEARS } from '../design/waitlist-texts.ts';

/**
 * What replaces `{retention.events}` and the like in the legal texts. Each is used. What this site itself keeps has a name
 * and a test; the other figures are promises of the app.
 */
export const figures: Readonly<Record<string, string | number>> = {
  product: brand.product,
  company: brand.legalEntity,
  contact: brand.contactEmail,
  byPost:
    brand.postalAddress.length > 0 ? `, and by post at ${brand.postalAddress.join(', ')}` : '',
  'age.least': MIN_AGE_YEARS,

  // In months; messages from the moment at which they are sent, data of an event from its end.
  'retention.messages': 12,
  'retention.eventData': 6,
  'retention.location': 3,
  'retention.logs': 6,
  'retention.events': INVITE_EVENT_RETENTION_MONTHS,
  'retention.audit': AUDIT_RETENTION_MONTHS,
  // In days; of an account from the day of the request.
  'retention.letters': LETTER_RETENTION_DAYS,
  'deletion.account': 30,
  'deletion.backups': BACKUP_DELETION_DAYS,
  'deletion.launch': LAUNCH_DELETION_DAYS,
  'signedUp.days': SIGNED_UP_DAYS,
  // How long both sides talk before arbitration; and from the day on which a user first accepts the terms.
  'disputes.talkDays': 30,
  'disputes.optOutDays': 30,

  'letters.confirmDaily': times(CONFIRM_LETTERS.perDay),
  'letters.confirmMonthly': times(CONFIRM_LETTERS.perMonth),
  'letters.placeDaily': times(POSITION_LETTERS.perDay),
  'letters.returnMonthly': times(RETURN_LETTERS.perMonth),

  // Names of entries in the browser's local storage.
  'signedUp.key': SIGNED_UP_KEY,
  'window.key': LIT_WINDOW_KEY,
  'views.key': INVITE_VIEWS_KEY_PREFIX,
  'views.seconds': VIEW_WINDOW_MS / 1000,

  'liability.dollars': 100,
  // What a person can answer to our text messages.
  'sms.stop': 'STOP',
  'sms.start': 'START',
  'sms.help': 'HELP',
};

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
