import type { Values } from '../config.ts';
import { StartRefusal } from '../refusal.ts';
import type { FirebaseSettings } from './firebase.ts';
import type { IdentitySettings } from './provider.ts';
import { identitySettings } from './settings.ts';
import type { TwilioAccount } from './sms.ts';

/** Of messages that only admins get. */
const USUAL_BUDGET = { perHour: 30, perDay: 100 };

/**
 * Puts together what belongs to the provider that was chosen.
 *
 * @param exposure why others may reach the site, or undefined where they cannot
 * @throws StartRefusal naming what is missing, or must not face strangers
 */
export function readIdentity(values: Values, exposure: string | undefined): IdentitySettings {
  if (values.IDENTITY === 'firebase') return readFirebase(values, exposure);
  const sms = readTwilio(values, exposure);
  const recipients = values.SMS_RECIPIENTS ?? (sms ? 'admins' : 'anyone');
  if (sms && recipients === 'anyone') {
    const reason = 'SMS_RECIPIENTS is anyone and every SMS costs money';
    need(values, 'SMS_PER_HOUR', reason);
    need(values, 'SMS_PER_DAY', reason);
  }
  const { perHour, perDay } = USUAL_BUDGET;
  const budget = {
    perHour: values.SMS_PER_HOUR ?? perHour,
    perDay: values.SMS_PER_DAY ?? perDay,
  };
  return { provider: 'embedded', sms, recipients, budget };
}

/** All of the account's settings or none of them; none only where the log is nobody else's. */
function readTwilio(values: Values, exposure: string | undefined): TwilioAccount | undefined {
  const names = ['SMS_TWILIO_ACCOUNT_SID', 'SMS_TWILIO_AUTH_TOKEN', 'SMS_FROM'] as const;
  const given = names.find((name) => values[name]);
  if (!given && !exposure) return undefined;
  const reason = given
    ? `${given} is set`
    : `${exposure}, IDENTITY is embedded and codes must not go to the log`;
  return {
    accountSid: need(values, 'SMS_TWILIO_ACCOUNT_SID', reason),
    authToken: need(values, 'SMS_TWILIO_AUTH_TOKEN', reason),
    from: need(values, 'SMS_FROM', reason),
  };
}

/**
 * Settings of the provider that was not chosen are no mistake: with both at hand IDENTITY alone has to be
 * changed when one fails. But whoever believes that they have an effect should hear of it.
 *
 * @returns undefined where there are none
 */
export function warningOfUnused(values: Values): string | undefined {
  const names = Object.keys(identitySettings) as (keyof typeof identitySettings)[];
  const unused = names.filter((name) => values[name] !== undefined && !isUsed(name, values));
  if (unused.length === 0) return undefined;
  return `IDENTITY is ${values.IDENTITY}, so these settings have no effect: ${unused.join(', ')}.`;
}

function isUsed(name: string, { IDENTITY }: Values): boolean {
  // Google's own programs read it, and it may be there for them.
  if (name === 'FIREBASE_AUTH_EMULATOR_HOST') return true;
  return !name.startsWith(IDENTITY === 'firebase' ? 'SMS_' : 'FIREBASE_');
}

function readFirebase(values: Values, exposure: string | undefined): FirebaseSettings {
  const projectId = need(values, 'FIREBASE_PROJECT_ID', 'IDENTITY is firebase');
  const apiKey = need(values, 'FIREBASE_API_KEY', 'IDENTITY is firebase');
  if (exposure && projectId.startsWith('demo-')) {
    throw new StartRefusal(
      `FIREBASE_PROJECT_ID must be a project of its own and not a demo, because ${exposure}, and is '${projectId}'.`,
    );
  }
  const emulator = values.FIREBASE_AUTH_EMULATOR_HOST;
  if (exposure && emulator) {
    throw new StartRefusal(
      `FIREBASE_AUTH_EMULATOR_HOST must not be set, because ${exposure}, and is '${emulator}'.`,
    );
  }
  const authDomain = values.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`;
  return { provider: 'firebase', projectId, apiKey, authDomain };
}

function need<Name extends keyof typeof identitySettings>(
  values: Values,
  name: Name,
  reason: string,
): NonNullable<Values[Name]> {
  const value = values[name];
  if (value) return value;
  throw new StartRefusal(
    `${name} must be ${identitySettings[name].expected}, because ${reason}, and is not set.`,
  );
}
