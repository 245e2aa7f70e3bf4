import { brand } from '../../brand.ts';
import {
  AUDIT_RETENTION_MONTHS,
  BACKUP_DELETION_DAYS,
  INVITE_EVENT_RETENTION_MONTHS,
} from '../../contract/durations.ts';
import { LAUNCH_DELETION_DAYS } from '../../contract/launch.ts';
import {
  ACCOUNT_DELETION_DAYS,
  ARBITRATION_OPT_OUT_DAYS,
  EVENT_DATA_RETENTION_MONTHS,
  INFORMAL_RESOLUTION_DAYS,
  LIABILITY_CAP_USD,
  LOCATION_RETENTION_MONTHS,
  MESSAGE_RETENTION_MONTHS,
  MIN_AGE_YEARS,
  smsKeywords,
  TECHNICAL_LOG_RETENTION_MONTHS,
} from '../../contract/legal-figures.ts';
import {
  CONFIRM_LETTERS,
  LETTER_RETENTION_DAYS,
  POSITION_LETTERS,
  RETURN_LETTERS,
} from '../../contract/mail.ts';
import { SIGNED_UP_DAYS, SIGNED_UP_KEY } from '../../contract/screens.ts';
import { LIT_WINDOW_KEY } from '../design/lit-window.ts';
import { INVITE_VIEWS_KEY_PREFIX, VIEW_WINDOW_MS } from '../design/view-limits.ts';

/** What stands for `{retention.events}` and the like in the legal texts. Each is used. */
export const figures: Readonly<Record<string, string | number>> = {
  product: brand.product,
  company: brand.legalEntity,
  contact: brand.contactEmail,
  byPost:
    brand.postalAddress.length > 0 ? `, and by post at ${brand.postalAddress.join(', ')}` : '',
  'age.least': MIN_AGE_YEARS,

  // In months.
  'retention.messages': MESSAGE_RETENTION_MONTHS,
  'retention.eventData': EVENT_DATA_RETENTION_MONTHS,
  'retention.location': LOCATION_RETENTION_MONTHS,
  'retention.logs': TECHNICAL_LOG_RETENTION_MONTHS,
  'retention.events': INVITE_EVENT_RETENTION_MONTHS,
  'retention.audit': AUDIT_RETENTION_MONTHS,
  // In days.
  'retention.letters': LETTER_RETENTION_DAYS,
  'deletion.account': ACCOUNT_DELETION_DAYS,
  'deletion.backups': BACKUP_DELETION_DAYS,
  'deletion.launch': LAUNCH_DELETION_DAYS,
  'signedUp.days': SIGNED_UP_DAYS,
  'disputes.talkDays': INFORMAL_RESOLUTION_DAYS,
  'disputes.optOutDays': ARBITRATION_OPT_OUT_DAYS,

  'letters.confirmDaily': times(CONFIRM_LETTERS.perDay),
  'letters.confirmMonthly': times(CONFIRM_LETTERS.perMonth),
  'letters.placeDaily': times(POSITION_LETTERS.perDay),
  'letters.returnMonthly': times(RETURN_LETTERS.perMonth),

  // Names of entries in the browser's local storage.
  'signedUp.key': SIGNED_UP_KEY,
  'window.key': LIT_WINDOW_KEY,
  'views.key': INVITE_VIEWS_KEY_PREFIX,
  'views.seconds': VIEW_WINDOW_MS / 1000,

  'liability.dollars': LIABILITY_CAP_USD,
  'sms.stop': smsKeywords.optOut,
  'sms.start': smsKeywords.optBackIn,
  'sms.help': smsKeywords.support,
};

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
