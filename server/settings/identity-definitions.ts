import { canonicalPhone } from './phone.ts';
import { parseCount, type Setting, splitList } from './setting.ts';

/** The default budget if only admins get messages. */
export const USUAL_SMS_BUDGET = { perHour: 30, perDay: 100 };

/** The settings for signing in. */
export const identityDefinitions = {
  adminPhones: {
    name: 'ADMIN_PHONES',
    fallback: '',
    help: 'the first admins; no effect once there are admins, whom `./site admin` adds and removes',
    expected: 'phone numbers with their country codes, separated by commas, such as +15550001111',
    secret: true,
    parse: parsePhones,
  } satisfies Setting<readonly string[]>,
  provider: {
    name: 'IDENTITY',
    fallback: 'embedded',
    help: 'who verifies phone numbers: the site with its own codes (embedded), or Firebase',
    expected: 'embedded or firebase',
    parse: (text) => (text === 'embedded' || text === 'firebase' ? text : undefined),
  } satisfies Setting<'embedded' | 'firebase'>,
  twilioAccountSid: {
    name: 'SMS_TWILIO_ACCOUNT_SID',
    fallback: undefined,
    help: 'the Twilio account that sends the codes; without an account codes are logged, which is allowed only if no other machine can reach the site',
    expected: 'the SID of a Twilio account, which is AC and 32 hexadecimal digits',
    parse: (text) => (/^AC[\da-f]{32}$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  twilioAuthToken: {
    name: 'SMS_TWILIO_AUTH_TOKEN',
    fallback: undefined,
    help: 'the secret of that Twilio account',
    expected: 'the auth token of the Twilio account, which is 32 hexadecimal digits',
    secret: true,
    parse: (text) => (/^[\da-f]{32}$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  smsFrom: {
    name: 'SMS_FROM',
    fallback: undefined,
    help: 'the number of the Twilio account that sends the codes',
    expected: 'a phone number with its country code, such as +15550009999',
    parse: (text) => canonicalPhone(text),
  } satisfies Setting<string>,
  smsRecipients: {
    name: 'SMS_RECIPIENTS',
    fallback: undefined,
    usual: 'admins if codes are sent by SMS, anyone if they are logged',
    help: 'who gets a code: only admins, or every number',
    expected: 'anyone or admins',
    parse: (text) => (text === 'anyone' || text === 'admins' ? text : undefined),
  } satisfies Setting<'anyone' | 'admins'>,
  smsPerHour: {
    name: 'SMS_PER_HOUR',
    fallback: undefined,
    usual: String(USUAL_SMS_BUDGET.perHour),
    help: 'maximum of SMS in an hour (UTC); required if codes are sent by SMS and SMS_RECIPIENTS is anyone',
    expected: 'a whole number from 1 to 999999',
    parse: parseCount,
  } satisfies Setting<number>,
  smsPerDay: {
    name: 'SMS_PER_DAY',
    fallback: undefined,
    usual: String(USUAL_SMS_BUDGET.perDay),
    help: 'maximum of SMS in a day (UTC); required if codes are sent by SMS and SMS_RECIPIENTS is anyone',
    expected: 'a whole number from 1 to 999999',
    parse: parseCount,
  } satisfies Setting<number>,
  firebaseProjectId: {
    name: 'FIREBASE_PROJECT_ID',
    fallback: undefined,
    help: 'the Firebase project that verifies phone numbers, with IDENTITY=firebase',
    expected: 'the id of a Firebase project, such as impromptu-1234',
    parse: (text) => (/^[a-z][a-z\d-]{4,28}[a-z\d]$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  firebaseApiKey: {
    name: 'FIREBASE_API_KEY',
    fallback: undefined,
    help: 'the web API key of that project; it is public, because browsers need it',
    expected: 'the web API key of the Firebase project',
    parse: (text) => (/^[\w-]{20,80}$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  firebaseAuthDomain: {
    name: 'FIREBASE_AUTH_DOMAIN',
    fallback: undefined,
    usual: 'PROJECT.firebaseapp.com',
    help: 'the host of Firebase’s sign-in pages; change it if the project has a separate domain for signing in',
    expected: 'a host name, such as impromptu-1234.firebaseapp.com',
    parse: (text) => (/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  firebaseEmulatorHost: {
    name: 'FIREBASE_AUTH_EMULATOR_HOST',
    fallback: undefined,
    help: 'a variable of Google’s own programs, with the address of an emulator; with IDENTITY=firebase a site that other machines can reach refuses to start with it, because an emulator signs no tokens; otherwise it has no effect',
    expected: 'a host and a port, such as 127.0.0.1:9099',
    parse: (text) => (/^[\w.-]+:\d{1,5}$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
} as const;

function parsePhones(text: string): readonly string[] | undefined {
  const phones = splitList(text).map(canonicalPhone);
  return phones.every((phone) => phone !== undefined) ? phones : undefined;
}
