import type { SmtpServer } from '../settings/mail-settings.ts';
import type { MailMessage } from './mail-message.ts';
import {
  type Cause,
  causeOf,
  lostConnection,
  quote,
  type SmtpError,
  type SmtpStep,
  whyUnreachable,
} from './smtp-replies.ts';

/** How the delivery of a letter ended. `reply` is one line of at most 300 characters for the operator. */
export type MailOutcome =
  | { outcome: 'accepted'; reply: string }
  /**
   * With `isAddressDead` the recipient was refused because of the address: for example, it does not exist, or this
   * server does not support its characters.
   */
  | { outcome: 'refused'; reply: string; isAddressDead: boolean }
  /**
   * The server asks for another attempt, or the connection ended between the accepted `MAIL FROM` and the content. With
   * `isRejected` the server refused the recipient for good, but not because of the address.
   */
  | { outcome: 'later'; reply: string; isRejected: boolean }
  /**
   * No letter can be sent at present: no connection, no TLS, or the login or the sender was refused. With `isOneLetter`
   * the server said so when it refused the recipient or the content, so it may refuse only this letter.
   */
  | { outcome: 'unreachable'; reply: string; isOneLetter: boolean }
  /** The connection ended after the content was begun, without a reply. The server may have accepted the letter. */
  | { outcome: 'uncertain'; reply: string };

/** How far a conversation with a mail server got. */
export interface Progress {
  step: SmtpStep;
  isSenderAccepted: boolean;
  /** Whether a byte of the content may have been sent. Until then the server cannot have accepted the letter. */
  isContentBegun: boolean;
}

/** The recipient's address has other characters than ASCII, and the server does not accept such addresses. */
export class UnicodeRefusal extends Error {
  override readonly name = 'UnicodeRefusal';
}

/** The server has sent far more than the replies of a delivery. */
export class TooManyReplies extends Error {
  override readonly name = 'TooManyReplies';
}

/** A longer reply is cut before any pattern reads it. */
const MAX_REPLY_READ = 1_000;

/** @param error of Node or Nodemailer, which ended the conversation */
export function outcomeOf(
  error: SmtpError,
  progress: Progress,
  server: SmtpServer,
  { from, to }: Pick<MailMessage, 'from' | 'to'>,
): MailOutcome {
  if (error.response) error.response = error.response.slice(0, MAX_REPLY_READ);
  const said = quote(error.response, server.login);
  if (progress.isContentBegun) return outcomeOfContent(error, said, to);
  if (error instanceof UnicodeRefusal) {
    return refused(
      'The mail server does not support addresses with other characters than ASCII (SMTPUTF8), and the recipient’s address has some.',
      true,
    );
  }
  if (error.command === 'MAIL FROM') {
    // A reply below 500 asks to try later, so MAIL_FROM is probably right.
    const advice =
      Number(error.responseCode) >= 500
        ? ' Check MAIL_FROM: most servers accept only addresses that belong to the login.'
        : '';
    return unreachable(`The mail server refused the sender ${from}: ${said}${advice}`);
  }
  const refusal = outcomeOfRefusal(error, said, to);
  if (refusal) return refusal;
  // Nodemailer itself refuses an address with angle brackets. Other errors of `API` say nothing about the address: the
  // connection had already ended, for example.
  if (error.command === 'API' && error.code === 'EENVELOPE') {
    return refused('The recipient’s address cannot be used in SMTP.', true);
  }
  if (progress.isSenderAccepted) {
    return later(`${lostConnection(error, said)} The content was not begun.`);
  }
  return unreachable(whyUnreachable(error, progress.step, server, said));
}

function outcomeOfContent(error: SmtpError, said: string, recipient: string): MailOutcome {
  // Every other code means that the connection ended without a complete reply.
  const isReply = error.code === 'EMESSAGE';
  if (isReply && isFinal(error)) {
    const why = refusedSite(causeOf(error, recipient), said);
    return why ? unreachable(why, true) : refused(`The mail server refused the letter: ${said}`);
  }
  if (isReply && isTemporary(error)) return later(`The mail server asks to try later: ${said}`);
  const what = lostConnection(error, said);
  return {
    outcome: 'uncertain',
    reply: `${what} It may have accepted the letter, because its content was sent or begun.`,
  };
}

/** @returns undefined unless the error is a reply to `RCPT TO` or `DATA` */
function outcomeOfRefusal(
  error: SmtpError,
  said: string,
  recipient: string,
): MailOutcome | undefined {
  const isRecipient = error.command === 'RCPT TO';
  if (!isRecipient && error.command !== 'DATA') return undefined;
  if (isTemporary(error)) return later(`The mail server asks to try later: ${said}`);
  if (!isFinal(error)) return undefined;
  const cause = causeOf(error, recipient);
  const why = refusedSite(cause, said);
  if (why) return unreachable(why, true);
  if (!isRecipient) return refused(`The mail server refused the letter: ${said}`);
  const reply = `The mail server refused the recipient: ${said}`;
  return cause === 'address' ? refused(reply, true) : later(reply, true);
}

/** @returns a sentence for the operator; undefined unless the server refuses every letter of this site */
function refusedSite(cause: Cause | undefined, said: string): string | undefined {
  switch (cause) {
    case 'login':
      return `The mail server takes no letters to other servers from this site: ${said} It probably needs a login: check user and password in SMTP_URL.`;
    case 'sender':
      return `The mail server refuses letters from this sender: ${said} Check MAIL_FROM, the records SPF and DKIM of its domain, and your provider's limits.`;
    default:
      return undefined;
  }
}

function isFinal({ responseCode = 0 }: SmtpError): boolean {
  return responseCode >= 500 && responseCode <= 599;
}

function isTemporary({ responseCode = 0 }: SmtpError): boolean {
  return responseCode >= 400 && responseCode <= 499;
}

export function accepted(response: string, { login }: SmtpServer): MailOutcome {
  return { outcome: 'accepted', reply: quote(response, login) };
}

function refused(reply: string, isAddressDead = false): MailOutcome {
  return { outcome: 'refused', reply, isAddressDead };
}

function later(reply: string, isRejected = false): MailOutcome {
  return { outcome: 'later', reply, isRejected };
}

function unreachable(reply: string, isOneLetter = false): MailOutcome {
  return { outcome: 'unreachable', reply, isOneLetter };
}
