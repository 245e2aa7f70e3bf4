import { definitions } from './definitions.ts';
import { lettersDefinitions } from './letters-definitions.ts';
import type { LettersSettings } from './letters-settings.ts';
import { isLoopback } from './loopback.ts';
import { type IdentitySettings, readIdentity, warningOfUnused } from './read-identity.ts';
import { readLetters, warningOfUnusedLetters } from './read-letters.ts';
import { checkAll, StartRefusal } from './refusal.ts';
import type { Setting, ValuesOf } from './setting.ts';
import { warningOfUnknown } from './unknown-settings.ts';

type Values = ValuesOf<typeof definitions>;

/** Every setting as the program uses it. */
export interface Settings extends Values {
  /** The public address of the site: an origin without a path. */
  origin: string;
  /** Whether visitors use https. */
  https: boolean;
  /** Whether only this machine can reach the site, according to the settings. */
  ownMachine: boolean;
  /** How phone numbers are verified. */
  identity: IdentitySettings;
  /** How letters are sent; undefined if the site sends none. */
  letters: LettersSettings | undefined;
  /** A warning for the log, which names settings that have no effect, also mistyped ones. */
  warning: string | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of a server. An empty setting counts as missing.
 *
 * @throws StartRefusal naming every setting with an invalid value or, if all values are valid, every setting that does
 *   not fit the others
 */
export function readSettings(environment: Environment): Settings {
  const unknown = warningOfUnknown(environment);
  try {
    return readKnown(environment, unknown);
  } catch (error) {
    // The mistyped name may be the cause.
    if (unknown && error instanceof StartRefusal) error.message += `\n${unknown}`;
    throw error;
  }
}

function readKnown(environment: Environment, unknown: string | undefined): Settings {
  const values = parseAll(environment);
  const exposure = reasonForExposure(values);
  const [, identity, letters] = checkAll(
    () => exposure && refuseExposedDevelopment(values, exposure),
    () => readIdentity(values, exposure),
    () => readLetters(values, values.publicUrl, exposure),
  );
  const warnings = [warningOfUnused(values), warningOfUnusedLetters(values), unknown];
  const origin = originOf(values);
  return {
    ...values,
    origin,
    https: origin.startsWith('https:'),
    ownMachine: exposure === undefined,
    identity,
    letters,
    warning: warnings.filter((warning) => warning !== undefined).join(' ') || undefined,
  };
}

/** Reads the only setting that all commands need. @throws StartRefusal if the setting is wrong */
export function readDatabaseUrl({ DATABASE_URL }: Environment): string {
  return parseAll({ DATABASE_URL }).databaseUrl;
}

/** Reads the allowed hosts of profile images. @throws StartRefusal if the setting is wrong */
export function readProfileImageHosts({
  PROFILE_IMAGE_HOSTS,
}: Environment): readonly string[] | undefined {
  return parseAll({ PROFILE_IMAGE_HOSTS }).profileImageHosts;
}

/** Reads the public address of the site, for links that a command prints. @throws StartRefusal if a setting is wrong */
export function readOrigin({ PUBLIC_URL, PORT }: Environment): string {
  return originOf(parseAll({ PUBLIC_URL, PORT }));
}

/** Reads how letters are sent, with the same result as `readSettings`. @throws StartRefusal if a setting is wrong */
export function readLettersSettings(environment: Environment): LettersSettings | undefined {
  const { publicUrl, host, nodeEnv, trustedProxies } = definitions;
  const needed = [...Object.values(lettersDefinitions), publicUrl, host, nodeEnv, trustedProxies];
  const values = parseAll(Object.fromEntries(needed.map(({ name }) => [name, environment[name]])));
  return readLetters(values, values.publicUrl, reasonForExposure(values));
}

function originOf({ publicUrl, port }: Values): string {
  return publicUrl ?? `http://localhost:${port}`;
}

function parseAll(environment: Environment): Values {
  const refusals: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(definitions)) {
    const text = environment[setting.name]?.trim() || setting.fallback;
    values[key] = text === undefined ? undefined : setting.parse(text);
    if (text !== undefined && values[key] === undefined) refusals.push(refusal(setting, text));
  }
  if (refusals.length > 0) throw new StartRefusal(refusals.join('\n'));
  return values as Values;
}

/** Refuses development settings on a site that other machines can reach. */
function refuseExposedDevelopment({ publicUrl, rateLimits }: Values, exposure: string): void {
  checkAll(
    () => refuseUnsafeOrigin(publicUrl, exposure),
    () => {
      if (rateLimits) return;
      throw new StartRefusal(
        `RATE_LIMITS must be on, because ${exposure}, but RATE_LIMITS is 'off'.`,
      );
    },
  );
}

function refuseUnsafeOrigin(publicUrl: string | undefined, exposure: string): void {
  if (!publicUrl) {
    throw new StartRefusal(
      `PUBLIC_URL must be ${definitions.publicUrl.expected}, because ${exposure}, but PUBLIC_URL is not set.`,
    );
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    throw new StartRefusal(
      `PUBLIC_URL must be an https address, because ${exposure} and without https an eavesdropper could sign in as an admin, but PUBLIC_URL is '${publicUrl}'.`,
    );
  }
}

/** @returns why other machines may reach the site; undefined if they cannot */
function reasonForExposure(values: Values): string | undefined {
  if (values.nodeEnv === 'production') return 'NODE_ENV is production';
  if (values.trustedProxies) return 'TRUSTED_PROXIES is set';
  if (!isLoopback(values.host)) return `HOST is ${values.host}`;
  if (values.publicUrl && !isLoopback(new URL(values.publicUrl).hostname)) {
    return `PUBLIC_URL is ${values.publicUrl}`;
  }
  return undefined;
}

function refusal({ name, expected, secret }: Setting<unknown>, seen: string): string {
  if (secret) return `${name} must be ${expected}, and is something else, not shown here.`;
  return `${name} must be ${expected}, and is '${withoutPassword(seen)}'.`;
}

/**
 * Removes the user and password from a URL, also if it is incomplete or in quotes, and the value of a parameter
 * `password`.
 */
function withoutPassword(url: string): string {
  return url
    .replace(/\b([a-z][a-z\d+.-]*:(?:\/\/)?).*@/is, '$1…@')
    .replace(/\b(password=)[^&]*/i, '$1…');
}
