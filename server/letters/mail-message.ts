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
    headers: { 'Auto-Submitted': 'auto-generated', ...onOneLine(headers) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: sender.address, to, content: await composer.compile().build() };
}

/**
 * Keeps a long link on the line of its header's name. Nodemailer would put the link on the next line, although mail
 * servers accept lines of 998 characters.
 */
function onOneLine(headers: ComposedLetter['headers']) {
  const entries = Object.entries(headers).map(([name, value]) => {
    const isPlain = /^[ -~]{1,900}$/.test(value);
    return [name, isPlain ? { prepared: true, value } : value];
  });
  return Object.fromEntries(entries);
}
