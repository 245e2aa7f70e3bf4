import { type Call, calls } from '../../contract/calls.ts';
import { invitePicturePath } from '../../contract/link-previews.ts';
import type { CallName } from '../../contract/schemas/calls.ts';
import { ANALYTICS_PATH, INVITE_PATH, inviteLink, listedScreens } from '../../contract/screens.ts';
import type { Dice } from '../../testing/dice.ts';
import { userAgents } from '../../testing/requests/user-agents.ts';
import { broken } from './broken-requests.ts';
import { type Model, modelOf, someUserId, wellFormed } from './call-models.ts';
import type { Credentials } from './fuzz-credentials.ts';
import { garbled, oddJson, oddText } from './fuzzed-values.ts';
import { callNames } from './well-formed-requests.ts';

export interface FuzzedRequest {
  /** The call; undefined for a page, for a file, and if the method or the path is not the call's. */
  call: CallName | undefined;
  bytes: Buffer;
  /** Whether its length is valid, so that the server keeps the connection. */
  isFramed: boolean;
  /** Whether its answer may be endless (the live stream). */
  isEndless: boolean;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'];
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/',
  '*/*',
];
const PATHS = [
  ...Object.values(listedScreens),
  INVITE_PATH,
  `${INVITE_PATH}/?plan=dinner`,
  ANALYTICS_PATH,
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/.well-known/apple-app-site-association',
  '/robots.txt',
  '/sitemap.xml',
  '/api',
  '/api/',
  '/nothing-here',
  '//',
  '/%',
  '/%00',
  '/%c0%af',
  '/.git/config',
  '/invite/%ff',
  'http://elsewhere.example/',
  '*',
  '/?%',
  `/${'a'.repeat(15_000)}`,
  `/?${'a=&'.repeat(4_000)}`,
];
const agents = userAgents().map(({ text }) => text);

/** @param dice makes every random choice */
export function fuzzRequest(dice: Dice, credentials: Credentials): FuzzedRequest {
  const name = dice.happens(0.8) ? dice.pick(callNames) : undefined;
  const model: Model = name
    ? modelOf(name, dice, credentials)
    : { path: dice.happens(0.8) ? dice.pick(PATHS) : pathOfInviter(dice) };
  const { path, query, body, cookie = credentials.cookie } = model;
  const right = name ? (calls[name] as Call<unknown, unknown>).method : 'GET';
  const method = dice.happens(0.9) ? right : dice.pick(METHODS);
  const isMisspelt = dice.happens(0.03);
  const target = `${isMisspelt ? misspelt(dice, path) : path}${queryOf(dice, query)}`;
  // Signing out would end the session, which later requests need.
  const signsOut = method === calls.signOut.method && path === calls.signOut.path;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headersOf(dice, { ...credentials, cookie }, signsOut),
  ];
  const payload = body ?? (dice.happens(0.05) ? oddJson(dice) : undefined);
  const bytes = payload === undefined ? ended(lines) : withBody(dice, lines, payload);
  const isEndless = name === 'watchAnalytics';
  const call = method === right && !isMisspelt ? name : undefined;
  if (dice.happens(0.94)) return { call, bytes, isFramed: true, isEndless };
  return { call, bytes: broken(dice, bytes), isFramed: false, isEndless };
}

function pathOfInviter(dice: Dice): string {
  const id = wellFormed(dice.happens(0.7) ? someUserId(dice) : oddText(dice));
  return dice.happens(0.9) ? inviteLink(id) : invitePicturePath(id);
}

function misspelt(dice: Dice, path: string): string {
  const at = dice.upTo(path.length + 1);
  const odd = ['/', '//', '%', '%2f', '%2F', '%00', '%ff', '..', ';', '\\', '#', '?', '\xe9', 'A'];
  return `${path.slice(0, at)}${dice.pick(odd)}${path.slice(at)}`;
}

function queryOf(dice: Dice, query: Readonly<Record<string, string>> = {}): string {
  const entries = Object.entries(query).map(([key, right]) => {
    return [key, dice.happens(0.1) ? wellFormed(oddText(dice)) : right];
  });
  if (dice.happens(0.1)) entries.push([wellFormed(oddText(dice)), wellFormed(oddText(dice))]);
  if (dice.happens(0.05)) entries.push(...entries);
  if (entries.length === 0) return '';
  const text = `?${new URLSearchParams(entries)}`;
  return dice.happens(0.03) ? misspelt(dice, text) : text;
}

function headersOf(dice: Dice, { key, cookie }: Credentials, signsOut: boolean): string[] {
  // Keeps only the characters that a header may contain, some of which are beyond ASCII.
  const odd = () =>
    oddText(dice)
      .replace(/[^\x20-\x7e\xa0-\xff]/g, '')
      .slice(0, 2_000);
  const possible: [number, string, () => string][] = [
    [0.98, 'host', () => (dice.happens(0.95) ? 'localhost' : odd())],
    [signsOut ? 0 : 0.9, 'cookie', () => (dice.happens(0.9) ? cookie : `session=${odd()}`)],
    [0.9, 'authorization', () => (dice.happens(0.9) ? `Bearer ${key}` : odd())],
    [0.7, 'user-agent', () => (dice.happens(0.9) ? dice.pick(agents) : odd())],
    [0.2, 'accept-encoding', () => dice.pick(['br', 'gzip', 'gzip;q=0', 'br;q=x,*', odd()])],
    [0.1, 'if-none-match', () => dice.pick(['*', 'W/"x"', '"', odd()])],
    [0.1, 'sec-fetch-site', () => dice.pick(['same-origin', 'cross-site', odd()])],
    [
      0.9,
      'x-forwarded-for',
      () => (dice.happens(0.9) ? someAddress(dice) : dice.pick([',,,', odd()])),
    ],
    [0.05, 'range', () => dice.pick(['bytes=0-1', 'bytes=-', odd()])],
    [0.02, 'expect', () => dice.pick(['100-continue', '200-ok'])],
    [0.02, 'content-encoding', () => dice.pick(['gzip', 'identity', odd()])],
    [0.05, 'accept', () => dice.pick(['text/html', 'application/json', odd()])],
    [0.05, 'purpose', () => dice.pick(['prefetch', odd()])],
    [0.02, `x-${dice.upTo(99)}`, odd],
  ];
  return possible
    .filter(([share]) => dice.happens(share))
    .map(([, name, value]) => `${name}: ${value()}`);
}

/** One of few addresses, so that some of them reach a limit. */
function someAddress(dice: Dice): string {
  const n = dice.upTo(200);
  return dice.pick([
    `198.51.100.${n}`,
    `2001:db8::${n}`,
    `::ffff:198.51.100.${n}`,
    `1.2.3.4, 198.51.100.${n}`,
  ]);
}

function withBody(dice: Dice, lines: string[], text: string): Buffer {
  const type = dice.happens(0.95) ? 'application/json' : dice.pick(TYPES);
  // Buffer.from replaces lone surrogates, so only garbled bodies contain invalid UTF-8.
  const whole = Buffer.from(text);
  const body = dice.happens(0.05) ? garbled(dice, whole) : whole;
  const typed = dice.happens(0.98) ? [...lines, `content-type: ${type}`] : lines;
  if (dice.happens(0.9)) {
    return Buffer.concat([ended([...typed, `content-length: ${body.length}`]), body]);
  }
  const chunks: Buffer[] = [];
  for (let from = 0; from < body.length; ) {
    const chunk = body.subarray(from, from + 1 + dice.upTo(body.length));
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
    from += chunk.length;
  }
  const end = dice.happens(0.9) ? '0\r\n\r\n' : '0;x=y\r\nx-trailer: z\r\n\r\n';
  return Buffer.concat([
    ended([...typed, 'transfer-encoding: chunked']),
    ...chunks,
    Buffer.from(end),
  ]);
}

function ended(lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
