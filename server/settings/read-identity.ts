import type { Budget } from '../../storage/identity-storage.ts';
import { identityDefinitions, USUAL_SMS_BUDGET } from './identity-definitions.ts';
import { StartRefusal } from './refusal.ts';
import type { Setting, ValuesOf } from './setting.ts';

type Values = ValuesOf<typeof identityDefinitions>;

/** How phone numbers are proved. */
export type IdentitySettings = EmbeddedSettings | FirebaseSettings;

/** By codes of our own. */
export interface EmbeddedSettings {
  provider: 'embedded';
  /** Codes go to the log where there is none. */
  sms: TwilioAccount | undefined;
  recipients: Recipients;
  /** Of messages that cost money, over all numbers. */
  budget: Budget;
}

/**
 * Whom codes are sent to. `anyone` learns from the answer whether theirs was sent. With `admins`
 * everybody gets the same answer at the same time, before anything is sent, and nobody learns whose
 * numbers are admins'.
 */
export type Recipients = 'anyone' | 'admins';

export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  /** The number that the messages come from, E.164. */
  from: string;
  /** Where the account is; Twilio's own address when it is missing. */
  url?: string;
}

/** By Firebase Authentication, whose SDK runs in the browser. */
export interface FirebaseSettings {
  provider: 'firebase';
  projectId: string;
  apiKey: string;
  authDomain: string;
  /** Where the keys are; Google's own address when it is missing. */
  keysUrl?: string;
}

/**
 * Puts together what belongs to the provider that was chosen.
 *
 * @param exposure why others may reach the site, or undefined where they cannot
 * @throws StartRefusal naming what is missing, or must not face strangers
 */
export function readIdentity(values: Values, exposure: string | undefined): IdentitySettings {
  if (values.provider === 'firebase') return readFirebase(values, exposure);
  const sms = readTwilio(values, exposure);
  const recipients = values.smsRecipients ?? (sms ? 'admins' : 'anyone');
  if (sms && recipients === 'anyone') {
    const reason = 'SMS_RECIPIENTS is anyone and every SMS costs money';
    need(values, 'smsPerHour', reason);
    need(values, 'smsPerDay', reason);
  }
  const { perHour, perDay } = USUAL_SMS_BUDGET;
  const budget = { perHour: values.smsPerHour ?? perHour, perDay: values.smsPerDay ?? perDay };
  return { provider: 'embedded', sms, recipients, budget };
}

/** All of the account's settings or none of them; none only where the log is nobody else's. */
function readTwilio(values: Values, exposure: string | undefined): TwilioAccount | undefined {
  const keys = ['twilioAccountSid', 'twilioAuthToken', 'smsFrom'] as const;
  const given = keys.find((key) => values[key]);
  if (!given && !exposure) return undefined;
  const reason = given
    ? `${identityDefinitions[given].name} is set`
    : `${exposure}, IDENTITY is embedded and codes must not go to the log`;
  return {
    accountSid: need(values, 'twilioAccountSid', reason),
    authToken: need(values, 'twilioAuthToken', reason),
    from: need(values, 'smsFrom', reason),
  };
}

/**
 * Settings of the provider that was not chosen are no mistake: with both at hand IDENTITY alone has to be
 * changed when one fails. But whoever believes that they have an effect should hear of it.
 *
 * @returns undefined where there are none
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
  // Google's own programs read it, and it may be there for them.
  if (name === identityDefinitions.firebaseEmulatorHost.name) return true;
  return !name.startsWith(provider === 'firebase' ? 'SMS_' : 'FIREBASE_');
}

function readFirebase(values: Values, exposure: string | undefined): FirebaseSettings {
  const projectId = need(values, 'firebaseProjectId', 'IDENTITY is firebase');
  const apiKey = need(values, 'firebaseApiKey', 'IDENTITY is firebase');
  if (exposure && projectId.startsWith('demo-')) {
    throw new StartRefusal(
      `FIREBASE_PROJECT_ID must be a project of its own and not a demo, because ${exposure}, and is '${projectId}'.`,
    );
  }
  const emulator = values.firebaseEmulatorHost;
  if (exposure && emulator) {
    throw new StartRefusal(
      `FIREBASE_AUTH_EMULATOR_HOST must not be set, because ${exposure}, and is '${emulator}'.`,
    );
  }
  const authDomain = values.firebaseAuthDomain ?? `${projectId}.firebaseapp.com`;
  return { provider: 'firebase', projectId, apiKey, authDomain };
}

function need<Key extends keyof Values>(
  values: Values,
  key: Key,
  reason: string,
): NonNullable<Values[Key]> {
  const value = values[key];
  if (value) return value;
  const { name, expected } = identityDefinitions[key];
  throw new StartRefusal(`${name} must be ${expected}, because ${reason}, and is not set.`);
}
