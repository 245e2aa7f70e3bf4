import { APP, type Author, MAIL_PROVIDER } from '../../contract/audit.ts';
import { MAX_RETURNED_PER_CALL } from '../../contract/mail.ts';
import { type MailProvider, ReturnedLetter } from '../../contract/schemas/returned-letters.ts';
import type { Storage } from '../../storage/open.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { requireEmail } from '../ingest/canonical-email.ts';
import { acceptReports, checkFields, type Intake, storeValid } from '../ingest/intake.ts';
import { readAmazonSesEvent } from './amazon-ses-events.ts';
import { readPostmarkEvent } from './postmark-events.ts';

/** What a mail provider reports in one request. */
interface MailEvent {
  /** Empty for an event that means nothing here, such as a delivery. */
  returned: readonly ReturnedLetter[];
  /** The provider reports only after an admin has opened this address. The server never opens it. */
  confirm?: string;
}

/** Each returns undefined for a body that is no event. */
const readers: Readonly<Record<MailProvider, (body: unknown) => MailEvent | undefined>> = {
  postmark: readPostmarkEvent,
  'amazon-ses': readAmazonSesEvent,
};

/** The calls with which the app's back end, or a provider itself, reports letters that came back. */
export function returnedLetterCalls({ storage, clock }: AppParts) {
  return {
    /** Its answer does not show which addresses are known. */
    reportReturned: ({ body }) =>
      acceptReports(body, MAX_RETURNED_PER_CALL, (reports) =>
        storeReturned(reports, storage, { who: APP, at: clock() }),
      ),

    reportMailEvent: async ({ params, body }) => {
      if (!Object.hasOwn(readers, params.provider)) throw errors.unknownCall();
      const event = readers[params.provider](body);
      if (!event) throw errors.unknownMailEvent(params.provider);
      const author: Author = { who: MAIL_PROVIDER, at: clock() };
      if (event.confirm) await storage.audit.record(author, 'confirm-reports', event.confirm);
      const { stored, refused } = await storeReturned(event.returned, storage, author);
      const sentences = refused.map(({ index, error }) => ({ index, error: error.message }));
      return { accepted: stored, refused: sentences };
    },
  } satisfies Partial<Handlers>;
}

/**
 * Stores which letters came back. Each valid report counts as stored, so that the result does not show which addresses
 * are known.
 *
 * @param reports as received
 */
export function storeReturned(
  reports: readonly unknown[],
  { returnedLetters }: Storage,
  author: Author,
): Promise<Intake> {
  return storeValid(reports, checkReturned, async (letters) => {
    if (letters.length > 0) await returnedLetters.report(letters, author);
    return letters.map(() => 'stored');
  });
}

/** @throws CallError with the reason */
function checkReturned(report: unknown): ReturnedLetter {
  const { email, result } = checkFields(report, ReturnedLetter, 'report');
  return { email: requireEmail(email), result };
}
