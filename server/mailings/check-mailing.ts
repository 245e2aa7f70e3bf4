import { brand } from '../../brand.ts';
import { type MailingText, troubleOfMailing } from '../../contract/mailings.ts';

/**
 * Apart from the calls, because `./site mailing` checks a mailing without loading them.
 *
 * @returns why a mailing cannot be sent, as a sentence; undefined if it can
 */
export function refusalOfMailing(
  text: MailingText,
  origin: string,
  postalAddress: readonly string[] = brand.postalAddress,
): string | undefined {
  return troubleOfMailing(text, origin) ?? lackOfAddress(postalAddress);
}

/** @returns what the site lacks to send any mailing, as a sentence; undefined if it can */
export function lackForMailings(mail: unknown): string | undefined {
  if (mail) return lackOfAddress(brand.postalAddress);
  return 'This site sends no mail, and so no mailings. docs/mail.md says how to turn mail on.';
}

function lackOfAddress(postalAddress: readonly string[]): string | undefined {
  return postalAddress.length > 0
    ? undefined
    : 'A mailing needs your postal address: write its lines into postalAddress in brand.ts, and build the site.';
}
