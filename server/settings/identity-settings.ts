import type { Budget } from '../../storage/identity/budgets.ts';
import { definitions, type Values } from './definitions.ts';
import { unfit } from './refusal.ts';

/** How phone numbers are verified. */
export type IdentitySettings = EmbeddedSettings | FirebaseSettings;

/** The site verifies numbers with its own codes. */
export interface EmbeddedSettings {
  provider: 'embedded';
  /**
   * How a code gets to its user: by SMS from this account, in the log, or from the operator, who makes it with
   * `./site admin code`.
   */
  sender: TwilioAccount | 'log' | 'operator';
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
 * @param refusals gets a sentence for each setting that is missing, or unsafe for a public site
 */
export function readIdentity(
  values: Values,
  exposure: string | undefined,
  refusals: string[],
): IdentitySettings {
  const need: Need = (key, reason) => {
    if (!values[key]) refusals.push(unfit(definitions[key], reason));
    return values[key];
  };
  if (values.provider === 'embedded') return readEmbedded(values, exposure, need);
  const projectId = need('firebaseProjectId', 'IDENTITY is firebase') ?? '';
  const apiKey = need('firebaseApiKey', 'IDENTITY is firebase') ?? '';
  const { firebaseAuthDomain, firebaseEmulatorHost: emulator } = values;
  if (exposure && projectId.startsWith('demo-')) {
    const must = 'be a real project and not a demo';
    refusals.push(unfit(definitions.firebaseProjectId, exposure, must, projectId));
  }
  if (exposure && emulator) {
    refusals.push(unfit(definitions.firebaseEmulatorHost, exposure, 'not be set', emulator));
  }
  const authDomain = firebaseAuthDomain ?? `${projectId}.firebaseapp.com`;
  return { provider: 'firebase', projectId, apiKey, authDomain };
}

type Need = <Key extends keyof Values>(key: Key, reason: string) => Values[Key];

function readEmbedded(values: Values, exposure: string | undefined, need: Need): EmbeddedSettings {
  const keys = ['twilioAccountSid', 'twilioAuthToken', 'smsFrom'] as const;
  const given = keys.find((key) => values[key]);
  const reason = given && `${definitions[given].name} is set`;
  const [accountSid, authToken, from] = reason ? keys.map((key) => need(key, reason)) : [];
  const sms = accountSid && authToken && from ? { accountSid, authToken, from } : undefined;
  // Where other machines reach the site, its log may be read by many people, so it must not contain codes.
  const sender = sms ?? (exposure ? 'operator' : 'log');
  const usual = sender === 'log' ? 'anyone' : 'admins';
  const recipients = sender === 'operator' ? usual : (values.smsRecipients ?? usual);
  if (sms && recipients === 'anyone') {
    need('smsPerHour', 'SMS_RECIPIENTS is anyone and every SMS costs money');
    need('smsPerDay', 'SMS_RECIPIENTS is anyone and every SMS costs money');
  }
  const perHour = values.smsPerHour ?? Number(definitions.smsPerHour.usual);
  const perDay = values.smsPerDay ?? Number(definitions.smsPerDay.usual);
  return { provider: 'embedded', sender, recipients, budget: { perHour, perDay } };
}
