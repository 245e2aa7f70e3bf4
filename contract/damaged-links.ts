/** Recovers ids, codes and tokens from links that chats, mail programs, scanners and people have changed. */

import { MAX_INVITER_ID_CHARACTERS } from './inviters.ts';
import { KEEP_PATH } from './launch.ts';
import { LEAVE_PATH, MEMBER_CODE, VIA_QUERY } from './mail.ts';
import { FROM_QUERY, INVITE_PATH, inviteQuery, listedScreens, WAITLIST_PATH } from './screens.ts';

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
const ESCAPES = /(?:%[\dA-Fa-f]{2})+/g;
const MOST_DECODINGS = 3;

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
  for (let n = 0; n < MOST_DECODINGS && decoded.includes('%'); n++) {
    decoded = decoded.replaceAll(
      ESCAPES,
      (escapes) => new URLSearchParams(`text=${escapes}`).get('text') ?? '',
    );
  }
  return decoded;
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
  const query = new URLSearchParams(given);
  if (isLink(query)) return query;
  const found = new URLSearchParams(
    [
      ...new URLSearchParams((given.includes('=') ? given : decodeAll(given)).replaceAll('?', '&')),
    ].map(([name, value]) => [/(?:^|[^\w-])([a-z]+)[^a-z]*$/i.exec(name)?.[1] ?? name, value]),
  );
  return isLink(found) || (found.get(inviteQuery.plan) && !query.get(inviteQuery.plan))
    ? found
    : query;
}

/** @returns the query of a path with a query, as it was sent */
export function queryOf(url: string): string {
  return /\?(.*)/s.exec(url)?.[1] ?? '';
}

const pages = [INVITE_PATH, WAITLIST_PATH, ...Object.values(listedScreens)];
/** The path of a page that wrongly contains an encoded query or fragment. */
const IN_PATH = new RegExp(`^(${pages.join('|')})/?([?&#].*)$`, 's');
const WITH_TOKEN = new RegExp(`^(${LEAVE_PATH}|${KEEP_PATH})/(.+)$`, 's');

/**
 * @returns the address that a path means if its query, its fragment or its last slash was encoded, such as
 *   `/invite%3Fref=ID`
 */
export function addressMeantBy(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  const decoded = decodeAll(path);
  const [, start, token] = WITH_TOKEN.exec(decoded) ?? [];
  if (token && path !== decoded && token.isWellFormed())
    return `${start}/${encodeURIComponent(token)}`;
  const [, page, rest = ''] = IN_PATH.exec(decoded) ?? [];
  if (page === undefined || !rest.isWellFormed()) return undefined;
  if (rest.startsWith('#')) return `${page}#${encodeURI(rest.slice(1))}`;
  const query = [rest.slice(1), queryOf(url)].filter((part) => part !== '').join('&');
  return `${page}?${readQuery(`?${query}`)}`;
}
