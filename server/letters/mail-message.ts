import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailFrom } from '../settings/parse-values.ts';

/** A letter with complete texts. */
export interface ComposedLetter {
  /** One address. */
  to: string;
  subject: string;
  html: string;
  text: string;
  /** In angle brackets. */
  messageId: string;
  headers: Readonly<Record<string, string>>;
}

/** A letter as mail servers transport it: both addresses, and the content with CRLF at the end of each line. */
export type MailMessage = Awaited<ReturnType<typeof toMessage>>;

export async function toMessage(letter: ComposedLetter, sender: MailFrom) {
  const { to, subject, html, text, messageId, headers } = letter;
  const composer = new MailComposer({
    from: sender,
    // An object, because a string would be parsed, and could name several recipients.
    to: { name: '', address: to },
    subject,
    html,
    text,
    messageId,
    // Mail servers then send no automatic answer, such as an out-of-office reply (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: sender.address, to, content: await composer.compile().build() };
}
