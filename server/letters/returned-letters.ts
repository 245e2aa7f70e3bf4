import { APP, type Author } from '../../contract/audit.ts';
import { MAX_RETURNED_PER_CALL } from '../../contract/mail.ts';
import { ReturnedLetter } from '../../contract/schemas/returned-letters.ts';
import type { Storage } from '../../storage/open.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { requireEmail } from '../ingest/canonical-email.ts';
import { acceptReports, checkFields, type Intake, storeValid } from '../ingest/intake.ts';

/** What a mail provider reports in one request. */
export interface MailEvent {
  /** Empty for an event that means nothing here, such as a delivery. */
  returned: ReturnedLetter[];
  /** The provider reports only after an admin has opened this address. The server never opens it. */
  confirm?: string;
}

/** The call with which the app's back end reports letters that came back to the provider. */
export function returnedLetterCalls({ storage, clock }: AppParts) {
  return {
    /** Its answer does not show which addresses are known. */
    reportReturned: ({ body }) =>
      acceptReports(body, MAX_RETURNED_PER_CALL, (reports) =>
        storeReturned(reports, storage, { who: APP, at: clock() }),
      ),
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
