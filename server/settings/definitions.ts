import { BlockList, isIP } from 'node:net';
import { DATABASE_URL_FORMS, isDatabaseUrl } from '../../storage/database-url.ts';
import { identityDefinitions } from './identity-definitions.ts';
import { lettersDefinitions } from './letters-definitions.ts';
import { type Setting, splitList } from './setting.ts';

/** All settings. Reading, checking and the help text use this list. */
export const definitions = {
  port: {
    name: 'PORT',
    fallback: '3000',
    help: 'port to listen on; 0 picks a free one',
    expected: 'a whole number from 0 to 65535',
    parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  } satisfies Setting<number>,
  host: {
    name: 'HOST',
    fallback: '127.0.0.1',
    help: 'address to listen on; 0.0.0.0 or :: for every address of the machine',
    expected: 'an IP address or a host name',
    parse: (text) => (isIP(text) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? text : undefined),
  } satisfies Setting<string>,
  publicUrl: {
    name: 'PUBLIC_URL',
    fallback: undefined,
    help: 'the address that visitors use; required if other machines can reach the site, and with SMTP_URL unless the mail server is on this machine',
    expected: 'an http or https address without a path, such as https://impromptu.example',
    parse: parseOrigin,
  } satisfies Setting<string>,
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: 'file:data/impromptu.db',
    help: 'the database: a file, or a server, which several copies of the site can share',
    expected: DATABASE_URL_FORMS,
    parse: (text) => (isDatabaseUrl(text) ? text : undefined),
  } satisfies Setting<string>,
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    fallback: undefined,
    help: 'addresses and ranges of the proxies in front of the site, whose X-Forwarded-For is trusted',
    expected:
      'IP addresses and CIDR ranges separated by commas, such as 10.0.0.5,fd00::/64 (a range of /0 would let every client forge its address)',
    parse: parseAddresses,
  } satisfies Setting<BlockList>,
  appApiKeys: {
    name: 'APP_API_KEYS',
    fallback: '',
    help: 'keys that the app’s back end sends (docs/app-feed.md), or sha256: and their hashes; list two while you replace one; without a key the back end’s calls are answered 401',
    expected:
      'keys of at least 32 letters, digits and signs each, or sha256: and the 64 hexadecimal digits of their hashes, separated by commas',
    secret: true,
    parse: parseKeys,
  } satisfies Setting<readonly string[]>,
  metricsTokens: {
    name: 'METRICS_TOKEN',
    fallback: '',
    help: 'tokens that Prometheus sends to read /metrics, or sha256: and their hashes; list two while you replace one; without a token only programs on this machine can read /metrics, unless there is a proxy on this machine',
    expected:
      'tokens of at least 32 letters, digits and signs each, or sha256: and the 64 hexadecimal digits of their hashes, separated by commas',
    secret: true,
    parse: parseKeys,
  } satisfies Setting<readonly string[]>,
  profileImageHosts: {
    name: 'PROFILE_IMAGE_HOSTS',
    fallback: undefined,
    help: 'hosts from which profile images may come; if not set, any host with https',
    expected: 'host names separated by commas, such as images.impromptu.example',
    parse: parseHosts,
  } satisfies Setting<readonly string[]>,
  ...identityDefinitions,
  ...lettersDefinitions,
  rateLimits: {
    name: 'RATE_LIMITS',
    fallback: 'on',
    help: 'off disables the limits per address and per phone number; only allowed if no other machine can reach the site',
    expected: 'on or off',
    parse: (text) => (/^(on|off)$/.test(text) ? text === 'on' : undefined),
  } satisfies Setting<boolean>,
  nodeEnv: {
    name: 'NODE_ENV',
    fallback: undefined,
    help: 'with production the site refuses to start with settings that are only for development',
    expected: 'production, development or test',
    parse: (text) => (/^(production|development|test)$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
} as const;

function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isBare = url.href === `${url.origin}/`;
  const isPlain = /^([a-z\d.-]+|\[[a-f\d:.]+\])$/.test(url.hostname);
  return isBare && isPlain && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** Keys must be too long to guess, and contain only characters that a header may have. */
function parseKeys(text: string): readonly string[] | undefined {
  const keys = splitList(text);
  const isHash = (key: string) => /^sha256:[\da-fA-F]{64}$/.test(key);
  // If a plain key could begin with `sha256:`, a mistyped hash would count as a key, and every call would be refused.
  const isKey = (key: string) => /^(?!sha256:)[!-~]{32,}$/i.test(key);
  return keys.every((key) => isHash(key) || isKey(key)) ? keys : undefined;
}

/** @returns the names as browsers normalise them, for URLs and CSP */
function parseHosts(text: string): readonly string[] | undefined {
  const hosts = splitList(text).map((name) => {
    const address = `https://${name}/`;
    return URL.canParse(address) ? new URL(address) : undefined;
  });
  const names = hosts.flatMap((url) =>
    url?.href === `https://${url?.hostname}/` ? url.hostname : [],
  );
  const arePlain = names.every((name) => /^[a-z\d][a-z\d.-]*$/.test(name));
  return arePlain && names.length === hosts.length ? names : undefined;
}

function parseAddresses(text: string): BlockList | undefined {
  const addresses = new BlockList();
  for (const entry of splitList(text)) {
    const [address = '', ...more] = entry.split('/');
    const prefix = more.join('/');
    const family = isIP(address);
    if (family === 0) return undefined;
    const version = family === 4 ? 'ipv4' : 'ipv6';
    if (entry === address) addresses.addAddress(address, version);
    else if (isPrefix(prefix, family)) addresses.addSubnet(address, Number(prefix), version);
    else return undefined;
  }
  return addresses;
}

/** Refuses a prefix of 0, because then the forwarding headers of every client would be trusted. */
function isPrefix(prefix: string, family: number): boolean {
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}
