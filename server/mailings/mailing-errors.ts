import { brand } from '../../brand.ts';
import { HELD } from '../../contract/launch.ts';
import { type NotChanged, notChanged, TEST_WITHIN_HOURS } from '../../contract/mailings.ts';
import type { NotSent } from '../../storage/mailings/send-mailing.ts';
import { CallError } from '../http/errors.ts';

const notSent: Readonly<Record<NotSent, string>> = {
  changed:
    'Nothing was sent, because the number of people has changed. Look at the preview again, and then send it.',
  running: 'Nothing was sent, because the previous mailing has not ended.',
  restored: HELD,
  untested: `Nothing was sent: send a test letter first, at most ${TEST_WITHIN_HOURS} hours before the first mailing.`,
};

/** The error responses of the calls of mailings and launches. */
export const mailingErrors = {
  /** The sentence says what is wrong with the text, or what the site lacks. */
  refusedMailing: (sentence: string) => new CallError(400, sentence),
  unknownMailing: () => new CallError(404, 'There is no such mailing.'),
  notSentMailing: (why: NotSent) => new CallError(409, notSent[why]),
  endedMailing: () =>
    new CallError(409, 'Nothing was changed, because this mailing has ended already.'),
  unchangedLetter: (why: NotChanged) =>
    new CallError(409, `Nothing was changed, because ${notChanged[why]}.`),
  refusedLaunchAct: (sentence: string) => new CallError(409, sentence),
  /** Not 502, because the log has those, and the reply may contain the address. */
  failedTest: (reply: string) => new CallError(409, `The letter was not sent. ${reply}`),
  uncertainTest: (reply: string) =>
    new CallError(409, `It is not known whether the letter was sent. ${reply}`),
} as const;

/**
 * @param mail undefined if the site sends none
 * @returns what the site lacks to send any mailing, as a sentence; undefined if it can
 */
export function lackForMailings(mail: unknown): string | undefined {
  if (!mail)
    return 'This site sends no mail, and so no mailings. docs/mail.md says how to turn mail on.';
  if (brand.postalAddress.length > 0) return undefined;
  return 'A mailing needs your postal address: write its lines into postalAddress in brand.ts, and build the site.';
}
