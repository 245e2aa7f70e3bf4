import { brand } from '../../brand.ts';
import { definitions, type Values } from './definitions.ts';
import { isLoopback, type SmtpAddress } from './parse-values.ts';
import { HTTPS_ADDRESS, unfit } from './refusal.ts';

/** Where `LETTERS=files` writes letters. */
export const LETTER_FILES_FOLDER = 'data/letters';
/** The sender of letters that are only written to files. */
export const USUAL_SENDER = `${brand.product} <letters@localhost>`;

/** How the site sends letters; the site sends none if it has no such settings. */
export type MailSettings = {
  /** How many letters the site sends in an hour and in a day (UTC), all instances together. */
  readonly budget: { readonly perHour: number; readonly perDay: number };
  /** The sender, as in the From header: an address, or a name and an address. */
  readonly from: string;
} & (
  | { readonly by: 'smtp'; readonly server: SmtpServer }
  /** Writes each letter as an .eml file into this folder, for development. */
  | { readonly by: 'files'; readonly folder: string }
);

export interface SmtpServer extends Omit<SmtpAddress, 'isImplicitTls'> {
  /**
   * `implicit`: TLS from the first byte. `required`: STARTTLS, or nothing is sent. `none`: no TLS, which is allowed
   * only for a mail server on this machine.
   */
  readonly tls: 'implicit' | 'required' | 'none';
  /** The name in EHLO. Some servers refuse an address there, which Nodemailer would use for a name without a dot. */
  readonly greetsAs?: string | undefined;
}

/**
 * Combines the settings of letters.
 *
 * @param exposure why other machines may reach the site; undefined if they cannot
 * @param refusals gets a sentence for each setting that is missing, or unsafe for a public site
 * @returns undefined if the site sends no letters
 */
export function readMail(
  { smtp, mailFrom, mailHelo, mailPerHour, mailPerDay, lettersBy, publicUrl }: Values,
  exposure: string | undefined,
  refusals: string[],
): MailSettings | undefined {
  const budget = budgetOf(mailPerHour, mailPerDay);
  const from = mailFrom ?? USUAL_SENDER;
  if (lettersBy) {
    const reason = smtp ? 'SMTP_URL is set' : exposure;
    if (reason) refusals.push(unfit(definitions.lettersBy, reason, 'not be set', lettersBy));
    return { by: 'files', folder: LETTER_FILES_FOLDER, from, budget };
  }
  if (!smtp) return undefined;
  const { isImplicitTls, ...address } = smtp;
  const isHere = isLoopback(smtp.host);
  if (!mailFrom) refusals.push(unfit(definitions.mailFrom, 'SMTP_URL is set'));
  if (!publicUrl && !isHere) {
    const reason = 'SMTP_URL is set and letters contain links to the site';
    refusals.push(unfit(definitions.publicUrl, reason, HTTPS_ADDRESS));
  }
  const tls = isImplicitTls ? 'implicit' : isHere ? 'none' : 'required';
  const greetsAs = mailHelo ?? nameIn(publicUrl);
  return { by: 'smtp', server: { ...address, tls, greetsAs }, from, budget };
}

/** @returns undefined for an IP address, and for a name without a dot, such as localhost */
function nameIn(publicUrl: string | undefined): string | undefined {
  const hostname = publicUrl && new URL(publicUrl).hostname;
  return hostname && /\.[a-z][^.]*$/i.test(hostname) ? hostname : undefined;
}

function budgetOf(perHour: number | undefined, perDay: number | undefined) {
  return {
    perHour: perHour ?? Number(definitions.mailPerHour.usual),
    perDay: perDay ?? Number(definitions.mailPerDay.usual),
  };
}
