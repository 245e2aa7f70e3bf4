import type { Budget } from '../../storage/interface/identity.ts';
import { identityDefinitions, USUAL_SMS_BUDGET } from './identity-definitions.ts';
import { checkAll, StartRefusal } from './refusal.ts';
import type { Setting, ValuesOf } from './setting.ts';

type Values = ValuesOf<typeof identityDefinitions>;

/** How phone numbers are verified. */
export type IdentitySettings = EmbeddedSettings | FirebaseSettings;

/** The site verifies numbers with its own codes. */
export interface EmbeddedSettings {
  provider: 'embedded';
  /** The account that sends SMS. If undefined, codes are logged. */
  sms: TwilioAccount | undefined;
  recipients: Recipients;
  /** The maximum number of SMS to all numbers together. */
  budget: Budget;
}

/**
 * Who gets codes. With `anyone` the answer reveals whether the code was sent. With `admins` the answer is the same for
 * every number, and is sent before the code, so that neither its content nor its timing reveals an admin's number.
 */
export type Recipients = 'anyone' | 'admins';

export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  /** The number that the messages come from, E.164. */
  from: string;
  /** The address of Twilio's API. Only tests and the programs in `proofs/` set it. */
  url?: string;
}

/** Firebase Authentication verifies numbers. Its SDK runs in the browser. */
export interface FirebaseSettings {
  provider: 'firebase';
  projectId: string;
  apiKey: string;
  authDomain: string;
  /** The address of Google's public keys. Only tests and the programs in `proofs/` set it. */
  keysUrl?: string;
}

/**
 * Combines the settings of the chosen provider.
 *
 * @param exposure why other machines may reach the site; undefined if they cannot
 * @throws StartRefusal naming settings that are missing, or unsafe for a public site
 */
export function readIdentity(values: Values, exposure: string | undefined): IdentitySettings {
  if (values.provider === 'firebase') return readFirebase(values, exposure);
  const sms = readTwilio(values, exposure);
  const recipients = values.smsRecipients ?? (sms ? 'admins' : 'anyone');
  if (sms && recipients === 'anyone') {
    const reason = 'SMS_RECIPIENTS is anyone and every SMS costs money';
    checkAll(
      () => need(values, 'smsPerHour', reason),
      () => need(values, 'smsPerDay', reason),
    );
  }
  const { perHour, perDay } = USUAL_SMS_BUDGET;
  const budget = { perHour: values.smsPerHour ?? perHour, perDay: values.smsPerDay ?? perDay };
  return { provider: 'embedded', sms, recipients, budget };
}

/**
 * @returns undefined if neither a Twilio account nor SMS_FROM is set, which is allowed only if no other machine can
 *   reach the site
 */
function readTwilio(values: Values, exposure: string | undefined): TwilioAccount | undefined {
  const keys = ['twilioAccountSid', 'twilioAuthToken', 'smsFrom'] as const;
  const given = keys.find((key) => values[key]);
  if (!given && !exposure) return undefined;
  const reason = given
    ? `${identityDefinitions[given].name} is set`
    : `${exposure}, IDENTITY is embedded and codes must not go to the log`;
  const [accountSid, authToken, from] = checkAll(
    () => need(values, 'twilioAccountSid', reason),
    () => need(values, 'twilioAuthToken', reason),
    () => need(values, 'smsFrom', reason),
  );
  return { accountSid, authToken, from };
}

/**
 * @returns a warning that names the settings of the provider that was not chosen, or undefined if there are none. Such
 *   settings are allowed, so that operators can switch providers by IDENTITY alone
 */
export function warningOfUnused(values: Values): string | undefined {
  const unused = Object.entries<Setting<unknown>>(identityDefinitions).filter(
    ([key, { name }]) =>
      values[key as keyof Values] !== undefined && !isUsed(name, values.provider),
  );
  if (unused.length === 0) return undefined;
  const names = unused.map(([, { name }]) => name).join(', ');
  return `IDENTITY is ${values.provider}, so these settings have no effect: ${names}.`;
}

function isUsed(name: string, provider: Values['provider']): boolean {
  // Google's own programs read this variable too, so it may be set for them.
  if (name === identityDefinitions.firebaseEmulatorHost.name) return true;
  return !name.startsWith(provider === 'firebase' ? 'SMS_' : 'FIREBASE_');
}

function readFirebase(values: Values, exposure: string | undefined): FirebaseSettings {
  const [projectId, apiKey] = checkAll(
    () => need(values, 'firebaseProjectId', 'IDENTITY is firebase'),
    () => need(values, 'firebaseApiKey', 'IDENTITY is firebase'),
    () => exposure && refuseDemo(values, exposure),
    () => exposure && refuseEmulator(values, exposure),
  );
  const authDomain = values.firebaseAuthDomain ?? `${projectId}.firebaseapp.com`;
  return { provider: 'firebase', projectId, apiKey, authDomain };
}

function refuseDemo({ firebaseProjectId: projectId }: Values, exposure: string): void {
  if (!projectId?.startsWith('demo-')) return;
  throw new StartRefusal(
    `FIREBASE_PROJECT_ID must be a real project and not a demo, because ${exposure}, but FIREBASE_PROJECT_ID is '${projectId}'.`,
  );
}

function refuseEmulator({ firebaseEmulatorHost: emulator }: Values, exposure: string): void {
  if (!emulator) return;
  throw new StartRefusal(
    `FIREBASE_AUTH_EMULATOR_HOST must not be set, because ${exposure}, but FIREBASE_AUTH_EMULATOR_HOST is '${emulator}'.`,
  );
}

function need<Key extends keyof Values>(
  values: Values,
  key: Key,
  reason: string,
): NonNullable<Values[Key]> {
  const value = values[key];
  if (value) return value;
  const { name, expected } = identityDefinitions[key];
  throw new StartRefusal(`${name} must be ${expected}, because ${reason}, but ${name} is not set.`);
}
