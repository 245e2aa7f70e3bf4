/** Recovers ids, codes and tokens from links that chats, mail programs, scanners and people have changed. */

import { MAX_INVITER_ID_CHARACTERS } from './inviters.ts';
import { KEEP_PATH } from './launch.ts';
import { LEAVE_PATH, MEMBER_CODE, VIA_QUERY } from './mail.ts';
import {
  ANALYTICS_PATH,
  FROM_QUERY,
  INVITE_PATH,
  inviteQuery,
  listedScreens,
  WAITLIST_PATH,
} from './screens.ts';

/** A token of a letter has at most 1,392 characters. */
const MAX_CHARACTERS = 2_000;
/** How many texts are tried, because each may cost a query. Few links have more added characters. */
const MOST_TEXTS = 24;
/** Nothing was added to such a text. */
const WHOLE = /^[A-Za-z\d](?:[\w-]*[A-Za-z\d])?$/;

/** A character that may have been added at an end: not a letter or digit, or invisible. */
const ADDED = String.raw`(?:[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point})`;
const ADDED_BEFORE = new RegExp(`^${ADDED}`, 'u');
/** An escape may have been cut after its first digit. */
const ADDED_AFTER = new RegExp(`(?:%[\\dA-Fa-f]|${ADDED})$`, 'u');
/** A code point outside of the basic plane has two characters, too. */
const ADDED_CHARACTERS = 2;
/** The rest of the text stands after the link. Writers of some scripts put no space between the two. */
const AFTER_LINK =
  /[\s&<>"“”«»[\]{}|\\^`?#]|(?<=[\w-])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\u3000-\u303f\uff00-\uffef]/u;

const ESCAPED_AND = /&(?:amp;)+/gi;
/** Other characters that a program has escaped for HTML: quotes, angle brackets, spaces. */
const ESCAPED = /&(?:quot|apos|[lg]t|nbsp|#\d+|#x[\da-f]+);/gi;
const MOST_DECODINGS = 3;
const PERCENT = 0x25;
const HEX_DIGITS: ReadonlyMap<number | undefined, number> = new Map(
  [...'0123456789abcdefABCDEF'].map((digit) => [digit.charCodeAt(0), Number.parseInt(digit, 16)]),
);
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Far more than any link has, also one with twenty parameters of campaigns. */
const MOST_PARAMETERS = 100;

/**
 * The ids, codes, names or tokens that a text of a link may mean. The first is the text itself. Each further one is
 * shorter, and the last lacks everything that a program may have added.
 *
 * @returns none if it is no text
 */
export function meantBy(text: unknown): readonly string[] {
  // UTF-8 cannot encode a lone surrogate: it would become U+FFFD, and could be another id.
  const isText = typeof text === 'string' && text.length <= MAX_CHARACTERS && text.isWellFormed();
  if (!isText) return [];
  if (WHOLE.test(text)) return [text];
  const decoded = decodeAll(text);
  const unescaped = decoded.replaceAll(ESCAPED_AND, '&').replaceAll(ESCAPED, ' ');
  const begun = strip(unescaped, cutBefore);
  const [link = ''] = begun.split(AFTER_LINK, 1);
  const withStart = unescaped.slice(0, unescaped.length - begun.length) + link;
  const spaced = decodeAll(text.replaceAll('+', ' '));
  const texts = new Set([text, ...[decoded, spaced, withStart].flatMap(lessAndLess)]);
  const shortest = strip(link, cutAfter);
  return [...new Set([...[...texts].slice(0, MOST_TEXTS), shortest])].filter((one) => one !== '');
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

/** Decodes percent-encoding, also that of a link that was encoded again. Bytes that are not UTF-8 become U+FFFD. */
export function decodeAll(text: string): string {
  let decoded = text;
  for (let n = 0; n < MOST_DECODINGS && decoded.includes('%'); n++) decoded = decodeOnce(decoded);
  return decoded;
}

/**
 * The built-in decoders throw and catch an error for each malformed part, so a long text of such parts would block the
 * server for as long as a hundred pages.
 */
function decodeOnce(text: string): string {
  const bytes = encoder.encode(text);
  let end = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const high = byte === PERCENT ? HEX_DIGITS.get(bytes[at + 1]) : undefined;
    const low = high === undefined ? undefined : HEX_DIGITS.get(bytes[at + 2]);
    const isEscape = high !== undefined && low !== undefined;
    bytes[end++] = isEscape ? high * 16 + low : byte;
    if (isEscape) at += 2;
  }
  return decoder.decode(bytes.subarray(0, end));
}

/**
 * Leaves out the query of an address if it has more parameters than any link. A page opens as without parameters: a
 * sentence about their number would help no visitor. The answer to a call names the parameter that is missing.
 */
export function boundParameters(url: string): string {
  return isBounded(queryOf(url)) ? url : (url.split('?', 1)[0] ?? '');
}

function isBounded(query: string): boolean {
  return query.split('&', MOST_PARAMETERS + 1).length <= MOST_PARAMETERS;
}

/** Reads a query, or the body of a form, as `URLSearchParams` does. @returns none if there are too many parameters */
export function parametersOf(text: string): URLSearchParams {
  const parts = isBounded(text) ? text.split('&').filter((part) => part !== '') : [];
  const decoded = parts.map((part) => {
    const [name = ''] = part.split('=', 1);
    const value = part.slice(name.length + 1);
    return [name, value].map((one) => decodePart(one));
  });
  return new URLSearchParams(decoded);
}

function decodePart(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.includes('%') ? decodeOnce(spaced) : spaced;
}

function cutBefore(text: string): string {
  return text.replace(ADDED_BEFORE, '');
}

function cutAfter(text: string): string {
  const kept = Math.max(0, text.length - ADDED_CHARACTERS);
  return text.slice(0, kept) + text.slice(kept).replace(ADDED_AFTER, '');
}

type Cut = typeof cutBefore;

function strip(text: string, cut: Cut): string {
  let [rest, next] = [text, cut(text)];
  while (next !== rest) [rest, next] = [next, cut(next)];
  return rest;
}

/** @returns the text, then those that lack one added character, then those that lack two, and so on */
function lessAndLess(text: string): string[] {
  const texts = new Set([text]);
  // A set also yields what is added to it meanwhile.
  for (const one of texts) {
    if (texts.size >= MOST_TEXTS) break;
    texts.add(cutAfter(one)).add(cutBefore(one));
  }
  return [...texts];
}

/** The query parameters that name a friend or a link of the team. A repaired link keeps them. */
const linkQueries: readonly string[] = [inviteQuery.inviter, VIA_QUERY, FROM_QUERY];

/** Whether a link names a friend, or is one of the team's own. */
export function isLink(query: URLSearchParams): boolean {
  return linkQueries.some((name) => query.get(name));
}

/** @returns the part of the query that names the friend or the team's link, if there is one */
export function linkIn(query: URLSearchParams): URLSearchParams | undefined {
  const kept = [...query].filter(([name, value]) => value && linkQueries.includes(name));
  return kept.length > 0 ? new URLSearchParams(kept) : undefined;
}

/** Reads the query of a path with a query: without escapes for HTML, and with names that are hidden in damage. */
export function readQuery(url: string): URLSearchParams {
  const given = queryOf(url).replaceAll(ESCAPED_AND, '&').replaceAll(ESCAPED, '%20');
  const query = parametersOf(given);
  if (isLink(query)) return query;
  const damaged = (given.includes('=') ? given : decodeAll(given)).replaceAll('?', '&');
  const found = new URLSearchParams(
    [...parametersOf(damaged)].map(([name, value]) => [
      /(?:^|[^\w-])([a-z]+)[^a-z]*$/i.exec(name)?.[1] ?? name,
      value,
    ]),
  );
  return isLink(found) || (found.get(inviteQuery.plan) && !query.get(inviteQuery.plan))
    ? found
    : query;
}

/** @returns the query of a path with a query, as it was sent */
export function queryOf(url: string): string {
  return /\?(.*)/s.exec(url)?.[1] ?? '';
}

const pages = [WAITLIST_PATH, ANALYTICS_PATH, ...Object.values(listedScreens)];
/** The path of a page, perhaps with an encoded query or fragment. The page ignores an id in the path of an invite. */
const IN_PATH = new RegExp(
  `^(?:(${INVITE_PATH})(?:/[^/?&#]*)?|(${pages.join('|')}))/?([?&#].*)?$`,
  's',
);
const WITH_TOKEN = new RegExp(`^(${LEAVE_PATH}|${KEEP_PATH})/(.+)$`, 's');

/**
 * @returns the address that a path means if its query, its fragment or its last slash was encoded, such as
 *   `/invite%3Fref=ID`, or if it has a doubled slash, such as `//invite?ref=ID`. Only the path of a page of this site or
 *   of a letter's link, because `//host` would lead to another site
 */
export function addressMeantBy(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  const whole = decodeAll(path);
  const decoded = whole.replaceAll(/\/{2,}/g, '/');
  const [, start, token] = WITH_TOKEN.exec(decoded) ?? [];
  if (token && path !== decoded) return `${start}/${encodeURIComponent(token)}`;
  const [, invite, page = invite, rest = ''] = IN_PATH.exec(decoded) ?? [];
  if (page === undefined || (rest === '' && whole === decoded)) return undefined;
  if (rest.startsWith('#')) return `${page}#${encodeURI(rest.slice(1))}`;
  const query = [rest.slice(1), queryOf(url)].filter((part) => part !== '').join('&');
  return query === '' ? page : `${page}?${readQuery(`?${query}`)}`;
}
