import { definitions, type Setting, type Values } from './definitions.ts';
import { type IdentitySettings, readIdentity } from './identity-settings.ts';
import { type MailSettings, readMail } from './mail-settings.ts';
import { isLoopback } from './parse-values.ts';
import { HTTPS_ADDRESS, invalid, refuse, unfit } from './refusal.ts';
import { warningOfUnknown } from './unknown-settings.ts';

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
  mail: MailSettings | undefined;
  /** A warning for the log, which names settings that have no effect, also mistyped ones. */
  warning: string | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const allKeys = Object.keys(definitions) as (keyof Values)[];
/** The settings on which `readMail` depends. */
const OF_MAIL = /^(SMTP_URL|MAIL_\w+|LETTERS|PUBLIC_URL|HOST|NODE_ENV|TRUSTED_PROXIES)$/;

/**
 * Reads the settings of a server. An empty setting counts as missing.
 *
 * @throws StartRefusal naming every setting with an invalid value or, if all values are valid, every setting that does
 *   not fit the others. It also names mistyped settings, because they may be the cause
 */
export function readSettings(environment: Environment): Settings {
  const unknown = warningOfUnknown(environment);
  const values = readValues(environment, allKeys, unknown);
  const exposure = reasonForExposure(values);
  const refusals = exposure ? [...exposedDevelopment(values, exposure)] : [];
  const identity = readIdentity(values, exposure, refusals);
  const mail = readMail(values, exposure, refusals);
  if (values.digestTo && !mail) refusals.push(unfit(definitions.smtp, 'DIGEST_TO is set'));
  refuse(refusals, unknown);
  const origin = originOf(values);
  return {
    ...values,
    origin,
    https: origin.startsWith('https:'),
    ownMachine: exposure === undefined,
    identity,
    mail,
    warning:
      [...unused(values), ...withoutSender(identity, values), unknown ?? []].flat().join(' ') ||
      undefined,
  };
}

/**
 * Reads single settings, for a command.
 *
 * @param hint is added to a refusal
 * @throws StartRefusal naming each of these settings that has an invalid value
 */
export function readValues<Key extends keyof Values>(
  environment: Environment,
  keys: readonly Key[],
  hint?: string,
): Pick<Values, Key> {
  const refusals: string[] = [];
  const values = keys.map((key) => {
    const setting: Setting = definitions[key];
    const text = environment[setting.name]?.trim() || setting.fallback;
    const value = text === undefined ? undefined : setting.parse(text);
    if (text !== undefined && value === undefined) refusals.push(invalid(setting, text));
    return [key, value];
  });
  refuse(refusals, hint);
  return Object.fromEntries(values);
}

/** Reads the public address of the site, for links that a command prints. @throws StartRefusal if a setting is wrong */
export function readOrigin(environment: Environment): string {
  return originOf(readValues(environment, ['publicUrl', 'port']));
}

/** Reads how letters are sent, with the same result as `readSettings`. @throws StartRefusal if a setting is wrong */
export function readMailSettings(environment: Environment): MailSettings | undefined {
  const needed = Object.entries(environment).filter(([name]) => OF_MAIL.test(name));
  const values = readValues(Object.fromEntries(needed), allKeys);
  const refusals: string[] = [];
  const mail = readMail(values, reasonForExposure(values), refusals);
  refuse(refusals);
  return mail;
}

function originOf({ publicUrl, port }: Pick<Values, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/** @returns why other machines may reach the site; undefined if they cannot */
function reasonForExposure(values: Values): string | undefined {
  const { nodeEnv, trustedProxies, host, publicUrl } = values;
  if (nodeEnv === 'production') return 'NODE_ENV is production';
  if (trustedProxies) return 'TRUSTED_PROXIES is set';
  if (!isLoopback(host)) return `HOST is ${host}`;
  const isLocal = !publicUrl || isLoopback(new URL(publicUrl).hostname);
  return isLocal ? undefined : `PUBLIC_URL is ${publicUrl}`;
}

/** Sentences for development settings on a site that other machines can reach. */
function* exposedDevelopment({ publicUrl, rateLimits }: Values, exposure: string) {
  if (!publicUrl) yield unfit(definitions.publicUrl, exposure, HTTPS_ADDRESS);
  else if (publicUrl.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname)) {
    const reason = `${exposure} and without https an eavesdropper could sign in as an admin`;
    yield unfit(definitions.publicUrl, reason, HTTPS_ADDRESS, publicUrl);
  }
  if (!rateLimits) yield unfit(definitions.rateLimits, exposure, 'be on', 'off');
}

/** Warnings about settings that are set, but are not read with the other settings. */
function* unused(values: Values): Generator<string> {
  const { provider, smtp, lettersBy, androidPackage, androidFingerprints } = values;
  // Google's own programs read FIREBASE_AUTH_EMULATOR_HOST too, so it may be set for them.
  const ofOthers = provider === 'firebase' ? /^SMS_/ : /^FIREBASE_(?!AUTH_EMULATOR_HOST)/;
  yield* without(`IDENTITY is ${provider}`, ofOthers, values);
  if (!smtp && !lettersBy) yield* without('SMTP_URL is not set', /^MAIL_/, values);
  if (!androidPackage) yield* without('ANDROID_PACKAGE is not set', /^ANDROID_/, values);
  if (!androidFingerprints) yield* without('ANDROID_FINGERPRINTS is not set', /^ANDROID_/, values);
}

/** A site without a sender of codes starts, because its operator can give them. */
function* withoutSender(identity: IdentitySettings, values: Values): Generator<string> {
  if (identity.provider !== 'embedded' || identity.sender !== 'operator') return;
  yield 'The site has no sender of SMS, so it sends no codes for the sign-in. Ask for a code in the browser, then run ./site admin code with the phone number, which prints it.';
  yield* without('SMS_TWILIO_ACCOUNT_SID is not set', /^SMS_/, values);
}

function* without(reason: string, pattern: RegExp, values: Values): Generator<string> {
  const set = allKeys.filter((key) => values[key] !== undefined);
  const names = set.map((key) => definitions[key].name).filter((name) => pattern.test(name));
  if (names.length > 0) yield `${reason}, so these settings have no effect: ${names.join(', ')}.`;
}
