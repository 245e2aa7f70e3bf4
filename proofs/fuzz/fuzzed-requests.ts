import { type CallName, calls } from '../../contract/calls.ts';
import { DAY_MS, isoDay } from '../../contract/durations.ts';
import { invitePicturePath } from '../../contract/link-previews.ts';
import {
  ANALYTICS_PATH,
  INVITE_PATH,
  inviteLink,
  listedScreens,
  pathTo,
} from '../../contract/screens.ts';
import type { RandomValues } from '../../testing/random-values.ts';
import { type SampleRequest, sampleRequests } from '../../testing/requests/sample-requests.ts';
import { userAgents } from '../../testing/requests/user-agents.ts';
import { type Credentials, RUNNING, strangersPhone, WAVES } from './fuzz-credentials.ts';
import { almost, broken, garbled, oddJson, oddText } from './fuzzed-values.ts';

export interface FuzzedRequest {
  /** The call; undefined for a page, for a file, and if the method or the path is not the call's. */
  call: CallName | undefined;
  bytes: Buffer;
  /** Whether its length is valid, so that the server keeps the connection. */
  isFramed: boolean;
}

export const callNames = Object.keys(calls) as CallName[];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'];
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '*/*',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/',
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
  '/api',
  '/api/',
  '/nothing-here',
  '//',
  '/%',
  '/%00',
  '/%c0%af',
  '/.git/config',
  '/invite/%ff',
  '*',
  '/?%',
  'http://elsewhere.example/',
  `/${'a'.repeat(15_000)}`,
  `/?${'a=&'.repeat(4_000)}`,
];
const agents = userAgents().map(({ text }) => text);

/** @param random makes every random choice */
export function fuzzRequest(random: RandomValues, credentials: Credentials): FuzzedRequest {
  const name = random.happens(0.8) ? random.pick(callNames) : undefined;
  const valid = name ? validRequest(name, random, credentials) : page(random);
  const method = random.happens(0.9) ? valid.method : random.pick(METHODS);
  const isMisspelt = random.happens(0.03);
  const target = `${isMisspelt ? misspelt(random, valid.path) : valid.path}${queryOf(random, valid)}`;
  // Signing out would end the session, which later requests need.
  const { signOut } = calls;
  const signsOut = method === signOut.method && valid.path === signOut.path;
  const cookie = valid.headers?.['cookie'] ?? credentials.cookie;
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...headersOf(random, {
      authorization:
        name === 'reportMailEvent'
          ? `Basic ${btoa(`any:${credentials.key}`)}`
          : `Bearer ${credentials.key}`,
      cookie: signsOut ? 'session=none' : cookie,
    }),
  ];
  const hasBody = valid.body !== undefined || random.happens(0.05);
  const body = valid.body === undefined ? oddJson(random) : almost(random, valid.body);
  const bytes = hasBody ? withBody(random, head, body) : ended(head);
  const call = method === valid.method && !isMisspelt ? name : undefined;
  if (random.happens(0.94)) return { call, bytes, isFramed: true };
  return { call, bytes: broken(random, bytes), isFramed: false };
}

function validRequest(
  name: CallName,
  random: RandomValues,
  credentials: Credentials,
): SampleRequest {
  const { verificationId, code, cookie } = random.pick(credentials.codes);
  const { confirm, leave } = random.pick(credentials.letters);
  // Few ids, so that some of them are repeated, and the database stays small.
  const userId = `user-${random.upTo(200)}`;
  const values = {
    userId: credentials.userId,
    refUserId: userId,
    inviter: userId,
    profileImageUrl: '/one.png',
    proof: random.pick(credentials.proofs),
    verificationId,
    code,
    idToken: 'a.b.c',
    token: confirm,
    phone: strangersPhone(random.upTo(500)),
    search: 'ana',
    email: `somebody-${random.upTo(1_000)}@example.com`,
    at: new Date().toISOString(),
    wave: 1 + random.upTo(WAVES),
    // Each act that is accepted makes the next number the right one, so several requests can be accepted.
    seen: name.endsWith('Availability') ? random.upTo(10) : WAVES + random.upTo(10),
    // How many letters wait changes often, and the field may be missing.
    waiting: undefined,
    mailing: mailingFor(name, random),
    // Each of the two acts has its own, because after either a letter is not uncertain any more.
    letter: random.pick(
      credentials.uncertain.filter((_, n) => n % 2 === (name === 'sendLetterAgain' ? 1 : 0)),
    ),
    note: 1 + random.upTo(100),
    day: isoDay(Date.now() - random.upTo(100) * DAY_MS),
    // So many people joined before the launch.
    ...(name === 'actOnLaunch' && { act: random.pick(['start', 'stop']), people: 0 }),
    ...(name === 'moveDeletion' && {
      day: isoDay(Date.now() + (31 + random.upTo(300)) * DAY_MS),
    }),
    iosLink: 'https://testflight.apple.com/join/AbC123',
    androidLink: 'https://play.google.com/store/apps/details?id=example.app',
    eventId: `load-${random.upTo(5_000)}-abc`,
    inviteId: `invite-${random.upTo(5_000)}`,
  };
  const sample = random.pick(sampleRequests(name, values));
  const id = { leaveWaitlist: leave, reportMailEvent: 'postmark' }[name as string] ?? userId;
  const path = pathTo(sample, random.happens(0.8) ? id : oddText(random).toWellFormed());
  return {
    ...sample,
    path,
    ...(name === 'signIn' && { headers: { cookie } }),
    ...(name === 'reportMailEvent' && {
      body: { RecordType: 'SpamComplaint', Email: values.email },
    }),
  };
}

/** Rarely the running one to end it: after another one was sent, no call can change it or its letters. */
function mailingFor(name: CallName, random: RandomValues): number {
  if (name === 'endMailing') return RUNNING + random.upTo(60);
  return random.happens(0.5) ? RUNNING : RUNNING + random.upTo(6);
}

function page(random: RandomValues): SampleRequest {
  if (random.happens(0.8)) return { method: 'GET', path: random.pick(PATHS) };
  const id = random.happens(0.7) ? `user-${random.upTo(200)}` : oddText(random).toWellFormed();
  return { method: 'GET', path: random.happens(0.9) ? inviteLink(id) : invitePicturePath(id) };
}

function misspelt(random: RandomValues, path: string): string {
  const at = random.upTo(path.length + 1);
  const odd = ['/', '//', '%', '%2f', '%2F', '%00', '%ff', '..', ';', '\\', '#', '?', '\xe9', 'A'];
  return `${path.slice(0, at)}${random.pick(odd)}${path.slice(at)}`;
}

function queryOf(random: RandomValues, { query = {} }: SampleRequest): string {
  const odd = () => oddText(random).toWellFormed();
  const entries = Object.entries(query)
    .filter(() => random.happens(0.9))
    .map(([key, right]) => [key, random.happens(0.15) ? odd() : right]);
  if (random.happens(0.1)) entries.push([odd(), odd()]);
  if (random.happens(0.05)) entries.push(...entries);
  if (entries.length === 0) return '';
  const text = `?${new URLSearchParams(entries)}`;
  return random.happens(0.03) ? misspelt(random, text) : text;
}

function headersOf(
  random: RandomValues,
  { authorization, cookie }: { authorization: string; cookie: string },
): string[] {
  // Keeps only the characters that a header may contain, some of which are beyond ASCII.
  const odd = () =>
    oddText(random)
      .replace(/[^\x20-\x7e\xa0-\xff]/g, '')
      .slice(0, 2_000);
  const orOdd = (usual: string) => (random.happens(0.9) ? usual : odd());
  const n = random.upTo(200);
  // Few addresses, so that some of them reach a limit.
  const addresses = [`198.51.100.${n}`, `2001:db8::${n}`, `1.2.3.4, ::ffff:198.51.100.${n}`, ',,,'];
  const possible: readonly [share: number, name: string, value: string][] = [
    [0.98, 'host', orOdd('localhost')],
    [0.9, 'cookie', orOdd(cookie)],
    [0.9, 'authorization', orOdd(authorization)],
    [0.7, 'user-agent', orOdd(random.pick(agents))],
    [0.9, 'x-forwarded-for', orOdd(random.pick(addresses))],
    [0.2, 'accept-encoding', random.pick(['br', 'gzip', 'gzip;q=0', 'br;q=x,*', odd()])],
    [0.1, 'if-none-match', random.pick(['*', 'W/"x"', '"', odd()])],
    [0.1, 'sec-fetch-site', random.pick(['same-origin', 'cross-site', odd()])],
    [0.05, 'range', random.pick(['bytes=0-1', 'bytes=-', odd()])],
    [0.05, 'accept', random.pick(['text/html', 'application/json', odd()])],
    [0.05, 'purpose', random.pick(['prefetch', odd()])],
    [0.02, 'expect', random.pick(['100-continue', '200-ok'])],
    [0.02, 'content-encoding', random.pick(['gzip', 'identity', odd()])],
    [0.02, `x-${n}`, odd()],
  ];
  return possible
    .filter(([share]) => random.happens(share))
    .map(([, name, value]) => `${name}: ${value}`);
}

function withBody(random: RandomValues, head: string[], text: string): Buffer {
  const type = random.happens(0.95) ? 'application/json' : random.pick(TYPES);
  // Buffer.from replaces lone surrogates, so only garbled bodies contain invalid UTF-8.
  const whole = Buffer.from(text);
  const body = random.happens(0.05) ? garbled(random, whole) : whole;
  const typed = random.happens(0.98) ? [...head, `content-type: ${type}`] : head;
  if (random.happens(0.9)) {
    return Buffer.concat([ended([...typed, `content-length: ${body.length}`]), body]);
  }
  const end = random.happens(0.9) ? '0\r\n\r\n' : '0;x=y\r\nx-trailer: z\r\n\r\n';
  const parts = [ended([...typed, 'transfer-encoding: chunked'])];
  for (let from = 0; from < body.length; ) {
    const chunk = body.subarray(from, from + 1 + random.upTo(body.length));
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
    from += chunk.length;
  }
  return Buffer.concat([...parts, Buffer.from(end)]);
}

function ended(lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
