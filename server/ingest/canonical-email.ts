import { domainToASCII } from 'node:url';
import { SPECIAL_IN_ADDRESS } from '../../contract/email-address.ts';
import { errors } from '../http/errors.ts';

/** The maximum length of an address, in Unicode characters (code points). */
export const MAX_EMAIL_CHARACTERS = 254;

/** White space, control characters, invisible format characters, and lone surrogates. */
const NEVER_IN_AN_ADDRESS = /[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}]/u;

/** White space and invisible characters before and after a text. */
const LEADING_BLANKS = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/u;
const UP_TO_LAST_CHARACTER = /^.*[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/su;

/**
 * Returns the form in which an email address is stored, so that its spellings are one entry. Every step takes linear
 * time, so a long text cannot block the program.
 *
 * @param text as typed or pasted, perhaps with a name, brackets, quotes or punctuation around the address
 * @returns undefined unless the text has one "@" between two non-empty parts, no character of `NEVER_IN_AN_ADDRESS`,
 *   and at most `MAX_EMAIL_CHARACTERS`
 */
export function canonicalEmail(text: string): string | undefined {
  if (text.length > 4 * MAX_EMAIL_CHARACTERS) return undefined;
  const bare = canonicalSpelling(bareAddress(text));
  // If special characters are left, those at the ends belonged to the address, as in ana@[192.0.2.1].
  return bare && !SPECIAL_IN_ADDRESS.test(bare.replace('@', '')) ? bare : canonicalSpelling(text);
}

/** @returns the canonical form of an address. @throws CallError if it is none */
export function requireEmail(text: string): string {
  const email = canonicalEmail(text);
  if (email === undefined) throw errors.invalidEmail();
  return email;
}

/**
 * The canonical form of exactly this text: without blanks at the ends, composed (NFC), lower case, with the domain in
 * its ASCII form.
 */
export function canonicalSpelling(text: string): string | undefined {
  if (text.length > 4 * MAX_EMAIL_CHARACTERS) return undefined;
  const email = trim(text).normalize('NFC').toLowerCase().normalize('NFC');
  const [local, domain, ...more] = email.split('@');
  if (!local || !domain || more.length > 0 || NEVER_IN_AN_ADDRESS.test(email)) return undefined;
  const canonical = `${local}@${asciiDomain(domain)}`;
  const isShort = canonical.length <= MAX_EMAIL_CHARACTERS;
  return isShort || [...canonical].length <= MAX_EMAIL_CHARACTERS ? canonical : undefined;
}

function trim(text: string): string {
  return UP_TO_LAST_CHARACTER.exec(text.replace(LEADING_BLANKS, ''))?.[0] ?? '';
}

/** The forms of ASCII characters that keyboards for Chinese and Japanese type, and one more "@". */
const WIDE = /[\uff01-\uff5e\ufe6b]/g;
const LINK = /^mailto:\s*([^?]*)/i;
/** What copying from HTML or from a link may leave behind an address. */
const ESCAPES_AT_END = /(?:&(?:gt|lt|quot|nbsp|amp);|%20)+$/i;
/** Quotes, opening brackets and punctuation, with which no address begins. */
const BEFORE_ADDRESS = /^[\s"“”„‚‘’«»‹›<([「『《〈【:;,]+/;
/** An address ends with a letter or digit, and perhaps its marks. */
const UP_TO_LAST_LETTER = /^.*(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]\p{M}*/su;

/** The address in "Ana <ana@example.com>", "mailto:ana@example.com", "(ana@example.com)." or "*ana@example.com*". */
function bareAddress(text: string): string {
  const plain = text.replace(WIDE, (wide) =>
    wide === '\ufe6b' ? '@' : String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
  // With a second "@", it would not be certain which address is meant.
  if (plain.indexOf('@') !== plain.lastIndexOf('@')) return plain;
  const afterName = trim(plain.slice(plain.lastIndexOf('<') + 1)).replace(BEFORE_ADDRESS, '');
  const inLink = LINK.exec(afterName)?.[1];
  const address = (inLink ? unescapeLink(inLink) : afterName).replace(ESCAPES_AT_END, '');
  const [whole = ''] = UP_TO_LAST_LETTER.exec(address) ?? [];
  const end = address.slice(whole.length);
  // Chats write *bold* and _italic_ so, and "_" alone may be the first character of an address.
  let start = 0;
  while (end.includes(whole.charAt(start)) && start < whole.length) start++;
  return whole.slice(start);
}

/** @returns the text itself if its percent-encoding is broken */
function unescapeLink(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Some browsers convert an international domain to ASCII (Punycode), others send it as it was typed. */
function asciiDomain(domain: string): string {
  return /^[\0-\x7f]*$/.test(domain) ? domain : domainToASCII(domain) || domain;
}
