/** Recovers ids, codes and tokens from links. Each kind of damage names a chat or mail program that does it. */

import { MAX_INVITER_ID_CHARACTERS } from './inviters.ts';
import {
  ANALYTICS_PATH,
  INVITE_PATH,
  KEEP_PATH,
  LEAVE_PATH,
  listedScreens,
  MEMBER_CODE,
  WAITLIST_PATH,
} from './screens.ts';

/** A token of a letter has at most 1,392 characters. */
const MAX_CHARACTERS = 2_000;
const MOST_DECODINGS = 3;
/** Far more than any link has, also one with twenty parameters of campaigns. */
const MOST_PARAMETERS = 100;

/**
 * Undoes what programs do to an id, code, name or token. Each row removes more, and the result of each row is a text that
 * the sender may have meant.
 */
const repairs: readonly ((text: string) => string)[] = [
  // Slack encodes a link again that is encoded already.
  decodeAll,
  // Nextcloud Talk takes the punctuation and quotes beside a link for a part of it. Teams and WhatsApp add invisible
  // characters to what is copied.
  trim,
  // Element, WeChat and LINE take text for a part of the link that follows without a space. Facebook adds parameters.
  (text) => trim(text.split(AFTER_LINK, 1)[0] ?? ''),
  // WhatsApp has marks around a link in _italics_. A token may end with this character, so only one is taken away.
  (text) => text.replace(/[~*]*_$/, ''),
];

/** Characters that no id contains; and after Latin characters, those of scripts without spaces between words. */
const AFTER_LINK =
  /[\s&<>"“”«»[\]{}|\\^`?#%]|(?<=[\w-])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\u3000-\u303f\uff00-\uffef]/u;

/** @returns the text from its first letter, digit, "_" or "-" to its last; the time grows with the length alone */
function trim(text: string): string {
  return /[\p{L}\p{N}_-](?:.*[\p{L}\p{N}_-])?/su.exec(text)?.[0] ?? '';
}

/**
 * The at most five ids, codes, names or tokens that a text of a link may mean. The first is the text itself.
 *
 * @returns an empty list for a value that is not a text
 */
export function meantBy(text: unknown): readonly string[] {
  // UTF-8 cannot encode a lone surrogate: it would become U+FFFD, and could be another id.
  const isText = typeof text === 'string' && text.length <= MAX_CHARACTERS && text.isWellFormed();
  if (!isText) return [];
  const texts = [text];
  for (const repair of repairs) texts.push(repair(texts.at(-1) ?? ''));
  return [...new Set(texts)].filter((one) => one !== '');
}

/** @returns the code of a member that a text of a link means */
export function codeIn(via: unknown): string | undefined {
  return meantBy(via).find((text) => MEMBER_CODE.test(text));
}

/** @returns the name of the team's own link that a text of a link means */
export function nameIn(from: unknown, linkNames: readonly string[]): string | undefined {
  return meantBy(from).find((text) => linkNames.includes(text));
}

/** @returns the ids of an inviter that a text of a link may mean */
export function idsIn(ref: unknown): readonly string[] {
  // The storage caches each id that is looked up, so a long id would take memory.
  return meantBy(ref).filter(({ length }) => length <= 2 * MAX_INVITER_ID_CHARACTERS);
}

/** @returns the tokens of a letter that a text may mean. Outlook and Gmail wrap lines at 75 characters, also in tokens. */
export function tokensIn(text: string): readonly string[] {
  return [...meantBy(text), ...meantBy(text.replaceAll(/=?\s+/g, ''))];
}

/** Decodes percent-encoding, also that of a link that was encoded again. */
export function decodeAll(text: string): string {
  let decoded = text;
  try {
    for (let n = 0; n < MOST_DECODINGS && decoded.includes('%'); n++)
      decoded = decodeURIComponent(decoded);
  } catch {
    // A "%" without two digits, or bytes that are not UTF-8: the text stays as it is.
  }
  return decoded;
}

/**
 * Leaves out the query of an address if it has more parameters than any link. A page opens as without parameters: a
 * sentence about their number would help no visitor. The answer to a call names the parameter that is missing.
 */
export function boundParameters(url: string): string {
  return isBounded(queryOf(url)) ? url : (url.split('?', 1)[0] ?? '');
}

/** Each malformed part of a query costs an exception, so many would block the server. */
function isBounded(query: string): boolean {
  return query.split('&', MOST_PARAMETERS + 1).length <= MOST_PARAMETERS;
}

/** Reads a query, or the body of a form. @returns no parameters if there are too many */
export function parametersOf(text: string): URLSearchParams {
  return new URLSearchParams(isBounded(text) ? text : '');
}

/** Reads the query of a path with a query. Teams turns "&" into "&amp;"; share sheets of iOS encode "=" and "&". */
export function readQuery(url: string): URLSearchParams {
  const given = queryOf(url);
  const query = /^[a-z]+%(?:25)*3d/i.test(given) ? decodeAll(given) : given;
  return parametersOf(query.replaceAll(/&(?:amp;)+/gi, '&'));
}

/** @returns the query of a path with a query, as it was sent */
export function queryOf(url: string): string {
  return /\?(.*)/s.exec(url)?.[1] ?? '';
}

const pages = [WAITLIST_PATH, ANALYTICS_PATH, ...Object.values(listedScreens)].join('|');
/** The path of a page or of a letter's link, perhaps with an encoded query or fragment. */
const IN_PATH = new RegExp(
  `^(${INVITE_PATH}(?:/[^/?#]+)?|(?:${LEAVE_PATH}|${KEEP_PATH})/[^/?#]+|${pages})/?([?#].*)?$`,
  's',
);

/**
 * Repairs `/waitlist%23TOKEN` (Teams and Element on iOS encode "#"), `/invite%3Fref=ID` (share sheets also "?") and
 * `//invite?ref=ID` (link builders double a slash).
 *
 * @returns the address; undefined if nothing is to be repaired, or the path is neither that of a page of this site nor
 *   that of a letter's link: `//host` would lead to another site
 */
export function addressMeantBy(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  const whole = decodeAll(path);
  const decoded = whole.replaceAll(/\/{2,}/g, '/');
  const [, page, rest = ''] = IN_PATH.exec(decoded) ?? [];
  if (page === undefined || (rest === '' && whole === decoded)) return undefined;
  const start = encodeURI(page);
  if (rest.startsWith('#')) return `${start}#${encodeURI(rest.slice(1))}`;
  const query = [rest.slice(1), queryOf(url)].filter((part) => part !== '').join('&');
  return query === '' ? start : `${start}?${readQuery(`?${query}`)}`;
}
