import { domainToASCII } from 'node:url';
import { errors } from '../http/errors.ts';

/** The maximum length of an address, in Unicode characters (code points). */
export const MAX_EMAIL_CHARACTERS = 254;

/** White space, control characters, invisible format characters, and lone surrogates. */
const NEVER_IN_AN_ADDRESS = /[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}]/u;

/** White space and invisible characters before and after a text; a keyboard may add a full stop, and a list a comma. */
const LEADING_BLANKS = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/u;
const UP_TO_LAST_CHARACTER = /^.*[^\s.,;。\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/su;

/** The forms of ASCII characters that keyboards for Chinese and Japanese type, and one more "@". */
const WIDE = /[\uff01-\uff5e\ufe6b]/g;

/**
 * Returns the form in which an email address is stored, so that its spellings are one entry: without blanks at the ends
 * and punctuation at the end, composed (NFC), lower case, with the domain in its ASCII form. Every step takes linear
 * time, so a long text cannot block the program.
 *
 * @returns undefined unless the text has one "@" between two non-empty parts, no character of `NEVER_IN_AN_ADDRESS`,
 *   and at most `MAX_EMAIL_CHARACTERS`
 */
export function canonicalEmail(text: string): string | undefined {
  if (text.length > 4 * MAX_EMAIL_CHARACTERS) return undefined;
  const plain = text.replace(WIDE, (wide) =>
    wide === '\ufe6b' ? '@' : String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
  const email = trim(plain).normalize('NFC').toLowerCase().normalize('NFC');
  const [local, domain, ...more] = email.split('@');
  if (!local || !domain || more.length > 0 || NEVER_IN_AN_ADDRESS.test(email)) return undefined;
  const canonical = `${local}@${asciiDomain(domain)}`;
  const isShort = canonical.length <= MAX_EMAIL_CHARACTERS;
  return isShort || [...canonical].length <= MAX_EMAIL_CHARACTERS ? canonical : undefined;
}

/** @returns the canonical form of an address. @throws CallError if it is none */
export function requireEmail(text: string): string {
  const email = canonicalEmail(text);
  if (email === undefined) throw errors.invalidEmail();
  return email;
}

function trim(text: string): string {
  return UP_TO_LAST_CHARACTER.exec(text.replace(LEADING_BLANKS, ''))?.[0] ?? '';
}

/** Some browsers convert an international domain to ASCII (Punycode), others send it as it was typed. */
function asciiDomain(domain: string): string {
  return /^[\0-\x7f]*$/.test(domain) ? domain : domainToASCII(domain) || domain;
}
