import type { BlockList } from 'node:net';
import type { IdentitySettings } from './identity/provider.ts';
import { readIdentity, warningOfUnused } from './identity/read-settings.ts';
import { isLoopback } from './loopback.ts';
import { StartRefusal } from './refusal.ts';
import { type Setting, settings } from './settings.ts';

type Settings = typeof settings;
type Parsed<Name extends keyof Settings> = Exclude<ReturnType<Settings[Name]['parse']>, undefined>;
/** A setting without a fallback may be missing. */
export type Values = {
  [Name in keyof Settings]: Settings[Name]['fallback'] extends string
    ? Parsed<Name>
    : Parsed<Name> | undefined;
};

/** Every setting as the program uses it. */
export interface Config {
  port: number;
  host: string;
  /** An origin without a path, or undefined where only this machine can reach the site. */
  publicUrl: string | undefined;
  databaseUrl: string;
  trustedProxies: BlockList | undefined;
  /** None closes the calls of the app's back end. */
  appApiKeys: readonly string[];
  /** None leaves the metrics to this machine alone. */
  metricsTokens: readonly string[];
  /** Undefined where profile images may come from any host. */
  profileImageHosts: readonly string[] | undefined;
  rateLimits: boolean;
  identity: IdentitySettings;
  /** Admins of a site that has none, E.164. */
  adminPhones: readonly string[];
  /** A sentence on settings that have no effect, for the log. */
  warning: string | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of a server; one that is empty counts as missing.
 *
 * @throws StartRefusal naming every setting that is wrong
 */
export function readConfig(environment: Environment): Config {
  const values = parseAll(environment);
  const exposure = reasonForExposure(values);
  if (exposure) refuseExposedDevelopment(values, exposure);
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    databaseUrl: values.DATABASE_URL,
    trustedProxies: values.TRUSTED_PROXIES,
    appApiKeys: values.APP_API_KEYS ?? [],
    metricsTokens: values.METRICS_TOKEN ?? [],
    profileImageHosts: values.PROFILE_IMAGE_HOSTS,
    rateLimits: values.RATE_LIMITS !== 'off',
    identity: readIdentity(values, exposure),
    adminPhones: values.ADMIN_PHONES ?? [],
    warning: warningOfUnused(values),
  };
}

/** Reads the one setting that commands need. @throws StartRefusal when it is wrong */
export function readDatabaseUrl(environment: Environment): string {
  return parseAll({ DATABASE_URL: environment['DATABASE_URL'] }).DATABASE_URL;
}

/** Reads where commands may let profile images come from. @throws StartRefusal when it is wrong */
export function readProfileImageHosts(environment: Environment): readonly string[] | undefined {
  const { PROFILE_IMAGE_HOSTS } = environment;
  return parseAll({ PROFILE_IMAGE_HOSTS }).PROFILE_IMAGE_HOSTS;
}

/** Reads what visitors type to come here, for links that a command shows. @throws StartRefusal when it is wrong */
export function readPublicUrl(environment: Environment): string {
  const { PUBLIC_URL, PORT } = environment;
  const values = parseAll({ PUBLIC_URL, PORT });
  return publicUrlOf({ publicUrl: values.PUBLIC_URL, port: values.PORT });
}

/** @returns an origin without a path */
export function publicUrlOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}

function parseAll(environment: Environment): Values {
  const refusals: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const text = environment[name]?.trim() || setting.fallback;
    if (text === undefined) continue;
    values[name] = setting.parse(text);
    if (values[name] === undefined) refusals.push(refusal(name, setting, text));
  }
  if (refusals.length > 0) throw new StartRefusal(refusals.join('\n'));
  return values as Values;
}

/** What is handy on one's own machine must never face strangers. */
function refuseExposedDevelopment(values: Values, exposure: string): void {
  if (!values.PUBLIC_URL) {
    throw new StartRefusal(
      `PUBLIC_URL must be ${settings.PUBLIC_URL.expected}, because ${exposure}, and is not set.`,
    );
  }
  const publicUrl = new URL(values.PUBLIC_URL);
  if (publicUrl.protocol === 'http:' && !isLoopback(publicUrl.hostname)) {
    throw new StartRefusal(
      `PUBLIC_URL must be an https address, because ${exposure} and whoever listens in could sign in as an admin, and is '${values.PUBLIC_URL}'.`,
    );
  }
  if (values.RATE_LIMITS === 'off') {
    throw new StartRefusal(`RATE_LIMITS must be on, because ${exposure}, and is 'off'.`);
  }
}

/** @returns why other machines may reach the site, or undefined where they cannot */
function reasonForExposure(values: Values): string | undefined {
  if (values.NODE_ENV === 'production') return 'NODE_ENV is production';
  if (values.TRUSTED_PROXIES) return 'TRUSTED_PROXIES is set';
  if (!isLoopback(values.HOST)) return `HOST is ${values.HOST}`;
  if (values.PUBLIC_URL && !isLoopback(new URL(values.PUBLIC_URL).hostname)) {
    return `PUBLIC_URL is ${values.PUBLIC_URL}`;
  }
  return undefined;
}

function refusal(name: string, { expected, secret }: Setting<unknown>, seen: string): string {
  if (secret) return `${name} must be ${expected}, and is something else, not shown here.`;
  return `${name} must be ${expected}, and is '${seen.replace(/\/\/.*@/, '//…@')}'.`;
}
