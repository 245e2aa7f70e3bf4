import { canonicalEmail } from '../server/ingest/canonical-email.ts';
import { composeSamples } from '../server/letters/compose-letter.ts';
import type { ComposedLetter } from '../server/letters/mail-message.ts';
import { sendAsTest } from '../server/letters/mail-transport.ts';
import { readMailSettings, readOrigin } from '../server/settings/read-settings.ts';
import { CommandRefusal, tell } from './command.ts';

/** @throws CommandRefusal if the letter was not accepted; the message says why */
export async function sendTestLetter(written: string): Promise<void> {
  await sendNow(written, async (to) => (await composeSamples(to, readOrigin(process.env))).confirm);
}

/** @throws CommandRefusal as `sendTestLetter` */
export async function sendNow(
  written: string,
  compose: (to: string) => Promise<ComposedLetter>,
): Promise<void> {
  const address = canonicalEmail(written);
  if (!address) throw new CommandRefusal(`'${written}' is not an email address.`);
  const settings = readMailSettings(process.env);
  if (!settings) {
    throw new CommandRefusal(
      'The site sends no letters, because SMTP_URL is not set. Set SMTP_URL and MAIL_FROM, or LETTERS=files for development: docs/mail.md.',
    );
  }
  const { outcome, reply } = await sendAsTest(settings, await compose(address));
  if (outcome !== 'accepted') throw new CommandRefusal(reply);
  if (settings.by === 'files') return tell(`${reply}.`);
  tell(`The mail server accepted the letter to ${address}: ${reply}`);
  tell(
    'If it does not arrive, look into the folder for spam, and into the log of your mail provider.',
  );
}
