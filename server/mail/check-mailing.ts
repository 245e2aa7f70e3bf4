import { brand } from '../../brand.ts';
import { type MailingText, troubleOfMailing } from '../../contract/mailings.ts';

/** @returns why a mailing cannot be sent, as a sentence; undefined if it can */
export function refusalOfMailing(
  text: MailingText,
  origin: string,
  postalAddress: readonly string[] = brand.postalAddress,
): string | undefined {
  return (
    troubleOfMailing(text, origin) ??
    (postalAddress.length === 0
      ? 'A mailing needs your postal address: write its lines into postalAddress in brand.ts, and build the site.'
      : undefined)
  );
}
