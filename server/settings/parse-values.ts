import { BlockList, isIP } from 'node:net';
import { checkPhone } from '../../contract/identity.ts';

/** The sender of letters. */
export interface MailFrom {
  /** Empty if only the address is shown. */
  readonly name: string;
  readonly address: string;
}

/** E.164: a plus and 7 to 15 digits, of which the first belong to the country code. */
const E164 = /^\+[1-9]\d{6,14}$/;
const HOST = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i;
/** An ASCII address: most mail servers refuse other senders. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)*$/i;

export function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const isPlain = url && /^([a-z\d.-]+|\[[a-f\d:.]+\])$/.test(url.hostname);
  const isBare = url?.href === `${url?.origin}/` && /^https?:$/.test(url.protocol);
  return isPlain && isBare ? url.origin : undefined;
}

export function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 || HOST.test(text) ? text : undefined;
}

/** Keys must be too long to guess, and contain only characters that a header may have. */
export function parseKeys(text: string): readonly string[] | undefined {
  return parseEach(text, (key) => (/^[!-~]{32,}$/.test(key) ? key : undefined));
}

/** @returns the names as browsers normalise them, for URLs and CSP */
export function parseHosts(text: string): readonly string[] | undefined {
  return parseEach(text, (name) => {
    const url = URL.parse(`https://${name}/`);
    const isBare = url?.href === `https://${url?.hostname}/`;
    return isBare && /^[a-z\d][a-z\d.-]*$/.test(url.hostname) ? url.hostname : undefined;
  });
}

/** @returns the number in its stored form, or undefined if it is invalid */
export function canonicalPhone(written: string): string | undefined {
  const checked = checkPhone(written);
  return 'phone' in checked && E164.test(checked.phone) ? checked.phone : undefined;
}

/** Refuses ranges of many networks, because then the forwarding headers of strangers would be trusted. */
export function parseAddresses(text: string): BlockList | undefined {
  const addresses = new BlockList();
  const added = parseEach(text, (entry) => {
    const [, address = '', prefix] = /^([^/]*)(?:\/([1-9]\d{0,2}))?$/.exec(entry) ?? [];
    const family = isIP(address);
    const bits = family === 4 ? 32 : 128;
    const length = Number(prefix ?? bits);
    if (family === 0 || length > bits || length < shortestPrefix(address)) return undefined;
    addresses.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
    return entry;
  });
  return added && addresses;
}

/** The widest ranges that one operator can own: 10.0.0.0/8, fc00::/7, or an allocation of public addresses. */
function shortestPrefix(address: string): number {
  if (isIP(address) === 4) return 8;
  // IPv4 addresses that are written as IPv6, such as ::ffff:10.0.0.0.
  if (/^[:0]/.test(address)) return 96 + 8;
  return /^f/i.test(address) ? 7 : 16;
}

/** @returns the values of a comma-separated list, none for an empty text; undefined if one is invalid */
export function parseEach(text: string, parse: (part: string) => string | undefined) {
  const values = text === '' ? [] : text.split(',').map((part) => parse(part.trim()));
  return values.every((value) => value !== undefined) ? values : undefined;
}

export type SmtpAddress = NonNullable<ReturnType<typeof parseSmtpUrl>>;

export function parseSmtpUrl(text: string) {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol)) return undefined;
  const isImplicitTls = url.protocol === 'smtps:';
  const host = url.hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const isBare = /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
  const [user, password] = [url.username, url.password].map(decodeStrictly);
  const isLogin = (user === '' && password === '') || Boolean(user && password);
  if (!parseHost(host) || !isBare || url.port === '0' || !isLogin) return undefined;
  const port = Number(url.port) || (isImplicitTls ? 465 : 587);
  return { host, port, isImplicitTls, login: user && password ? { user, password } : undefined };
}

/** @returns undefined for a malformed percent-encoding, and for control characters, which no login may contain */
function decodeStrictly(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return /\p{Cc}/u.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** @returns undefined unless the text is an address, or a name and an address in angle brackets */
export function parseMailFrom(text: string): MailFrom | undefined {
  const [, quoted, plain, bracketed, bare] =
    /^(?:(?:"([^"\\<>]*)"|([^"\\<>]*))\s*<([^<>]*)>|([^<>]*))$/.exec(text.trim()) ?? [];
  const name = (quoted ?? plain ?? '').trim();
  const address = bracketed ?? bare ?? '';
  return ADDRESS.test(address) && !/\p{Cc}/u.test(name) ? { name, address } : undefined;
}

const MAX_MAILBOXES = 10;

/** @returns one address or several, without names */
export function parseMailboxes(text: string): readonly string[] | undefined {
  const addresses = parseEach(text, (one) => (ADDRESS.test(one) ? one : undefined));
  return addresses && addresses.length <= MAX_MAILBOXES ? addresses : undefined;
}

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

/** The address of a webhook. What follows its host is a secret. */
export function parseNotifyUrl(text: string): string | undefined {
  // URL.parse would take the path of https:///path as the host.
  const url = /^https?:\/\/[^/\\]/i.test(text) ? URL.parse(text) : null;
  const isPlain = url && /^([a-z\d.-]+|\[[a-f\d:.]+\])$/.test(url.hostname);
  if (!isPlain || url.username || url.password || url.hash) return undefined;
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && isInLocalNetwork(url.hostname));
  return isSafe ? url.href : undefined;
}

function isInLocalNetwork(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(bare);
  if (family > 0) return isLoopback(bare) || PRIVATE.check(bare, family === 4 ? 'ipv4' : 'ipv6');
  return !bare.includes('.') || /\.(local|internal|lan|home\.arpa)$/.test(bare);
}

/** Whether an address or host name means this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
