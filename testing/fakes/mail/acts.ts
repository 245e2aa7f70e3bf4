import type { SmtpServer } from '../../../server/settings/mail-settings.ts';
import type { Certified } from '../../databases/test-certificates.ts';

export interface MailServerOptions {
  tls: SmtpServer['tls'];
  /** If set, letters are accepted only after this login. */
  login: SmtpServer['login'];
  /** The server's certificate for `tls`. */
  certified: Certified | undefined;
  /** What it offers besides STARTTLS and AUTH. */
  extensions: readonly string[];
  /** How users may log in. */
  authMethods: readonly string[];
}

export interface ReceivedLetter {
  from: string;
  to: string[];
  /** Without the dots that SMTP adds, with CRLF at the end of each line. */
  content: string;
  isEncrypted: boolean;
  /** The user who was logged in, if any. */
  user: string | undefined;
}

/** `CONTENT_BEGUN` is the first line of the content. `CONTENT` is the line with only a dot, which ends the content. */
export type Step =
  | 'CONNECT'
  | 'EHLO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'CONTENT_BEGUN'
  | 'CONTENT'
  | 'QUIT';

/** What happens at a step. */
export interface Act {
  /** Another reply than usual; an empty one is not sent. */
  reply?: string;
  /** How long the server waits before the reply. */
  delayMs?: number;
  /**
   * What the server does after the reply: it sends nothing more (`silence`) or a byte now and then (`drip`), or it ends
   * the connection with a FIN (`close`) or an RST (`reset`).
   */
  afterwards?: 'silence' | 'drip' | 'close' | 'reset';
  /** At `CONTENT`: the letter is accepted, whatever the reply is. */
  accepts?: boolean;
  /** The act happens only for a command or a content that contains this text. */
  onlyFor?: string;
}
export type Acts = Partial<Record<Step, Act>>;
