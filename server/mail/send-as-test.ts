import type { MailSettings } from '../settings/mail-settings.ts';
import type { ComposedLetter } from './mail-message.ts';
import { openTransport } from './mail-transport.ts';
import { SHORT_LIMITS } from './smtp-delivery.ts';
import type { MailOutcome } from './smtp-outcome.ts';

/** Sends a letter now, marked as a test, for somebody who waits for the result. @param tooLate ends the delivery */
export async function sendAsTest(
  settings: MailSettings,
  letter: ComposedLetter,
  tooLate?: AbortSignal,
): Promise<MailOutcome> {
  const transport = await openTransport(settings, SHORT_LIMITS);
  return await transport.send({ ...letter, subject: `Test: ${letter.subject}` }, tooLate);
}
