import { domainToASCII } from 'node:url';

/** The maximum length of an address, in Unicode characters (code points). */
export const MAX_EMAIL_CHARACTERS = 254;

/** White space, control characters, invisible format characters, and lone surrogates. */
const NEVER_IN_AN_ADDRESS = /[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * Returns the form in which an email address is stored, so that its spellings are one entry: trimmed, composed (NFC),
 * lower case, with the domain in its ASCII form. Every step takes linear time, so a long text cannot block the program.
 *
 * @returns undefined unless the trimmed text has one "@" between two non-empty parts, no character of
 *   `NEVER_IN_AN_ADDRESS`, and at most `MAX_EMAIL_CHARACTERS`
 */
export function canonicalEmail(text: string): string | undefined {
  if (text.length > 4 * MAX_EMAIL_CHARACTERS) return undefined;
  const email = text.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const [local, domain, ...more] = email.split('@');
  if (!local || !domain || more.length > 0 || NEVER_IN_AN_ADDRESS.test(email)) return undefined;
  const canonical = `${local}@${asciiDomain(domain)}`;
  const isShort = canonical.length <= MAX_EMAIL_CHARACTERS;
  return isShort || [...canonical].length <= MAX_EMAIL_CHARACTERS ? canonical : undefined;
}

/** Some browsers convert an international domain to ASCII (Punycode), others send it as it was typed. */
function asciiDomain(domain: string): string {
  return /^[\0-\x7f]*$/.test(domain) ? domain : domainToASCII(domain) || domain;
}
