import { BlockList, isIP } from 'node:net';

/** One setting of the environment. */
export interface Setting<Value> {
  /** What is read where the setting is missing or empty; undefined where nothing stands in for it. */
  fallback: string | undefined;
  /** For `impromptu serve --help`. */
  help: string;
  /** Completes the sentence "PORT must be ...". */
  expected: string;
  /** @returns undefined for text that is not as expected */
  parse(text: string): Value | undefined;
}

/** Every setting, once. */
export const settings = {
  PORT: {
    fallback: '3000',
    help: 'port to listen on; 0 takes any that is free',
    expected: 'a whole number from 0 to 65535',
    parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  } satisfies Setting<number>,
  HOST: {
    fallback: '127.0.0.1',
    help: 'address to listen on; 0.0.0.0 or :: for all of the machine',
    expected: 'an IP address or a host name',
    parse: (text) => (isIP(text) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? text : undefined),
  } satisfies Setting<string>,
  PUBLIC_URL: {
    fallback: undefined,
    help: 'what visitors type to come here; needed unless only this machine can reach the site',
    expected: 'an http or https address without a path, such as https://impromptu.example',
    parse: parseOrigin,
  } satisfies Setting<string>,
  DATABASE_URL: {
    fallback: 'file:data/impromptu.db',
    help: 'where everything is kept',
    expected: '"file:" and a path, such as file:data/impromptu.db',
    parse: (text) => (/^file:(?!\/\/|:memory:|file:)./.test(text) ? text : undefined),
  } satisfies Setting<string>,
  TRUSTED_PROXIES: {
    fallback: undefined,
    help: 'addresses and CIDR ranges of proxies whose X-Forwarded-For is believed',
    expected: 'IP addresses and CIDR ranges separated by commas, such as 10.0.0.5,fd00::/64',
    parse: parseAddresses,
  } satisfies Setting<BlockList>,
  RATE_LIMITS: {
    fallback: 'on',
    help: 'off lifts the limits per address; only where no other machine can reach the site',
    expected: 'on or off',
    parse: (text) => (text === 'on' || text === 'off' ? text : undefined),
  } satisfies Setting<'on' | 'off'>,
  NODE_ENV: {
    fallback: undefined,
    help: 'production refuses every development convenience',
    expected: 'production, development or test',
    parse: (text) => (/^(production|development|test)$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
} as const;

/** Whether an address or name leads only to the machine itself. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isBare = url.href === `${url.origin}/`;
  const isPlain = /^([a-z\d.-]+|\[[a-f\d:.]+\])$/.test(url.hostname);
  return isBare && isPlain && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

function parseAddresses(text: string): BlockList | undefined {
  const addresses = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', prefix] = entry.split('/', 2);
    const family = isIP(address);
    if (family === 0) return undefined;
    const version = family === 4 ? 'ipv4' : 'ipv6';
    if (entry === address) addresses.addAddress(address, version);
    else if (isPrefix(prefix, family)) addresses.addSubnet(address, Number(prefix), version);
    else return undefined;
  }
  return addresses;
}

/** A prefix of 0 is refused: it would believe whatever anybody says of their own address. */
function isPrefix(prefix: string | undefined, family: number): boolean {
  const bits = Number(prefix);
  return /^[1-9]\d{0,2}$/.test(prefix ?? '') && bits <= (family === 4 ? 32 : 128);
}
