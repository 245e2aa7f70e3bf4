import { DATABASE_URL_FORMS, isDatabaseUrl } from '../../storage/engines/choose-engine.ts';
import * as values from './parse-values.ts';

/** One setting of the environment. */
export interface Setting {
  /** The name of the setting in the environment. */
  name: string;
  /** The default for a missing or empty setting. */
  fallback?: string;
  /** The default in words, if it is computed from other settings or used only in some cases. */
  usual?: string;
  /** The meaning of the setting, for `./site serve --help` and `docs/settings.md`. */
  help: string;
  /** The allowed values, as the end of the sentence "PORT must be ...". */
  expected: string;
  /** If true, messages never contain the value, not even a wrong one. */
  secret?: boolean;
  /** @returns undefined if the text is invalid */
  parse(text: string): unknown;
}

/** All settings. Reading, checking, the help text and the warnings use this table. */
export const definitions = {
  port: setting('PORT', {
    fallback: '3000',
    help: 'port to listen on; 0 picks a free one',
    expected: 'a whole number from 0 to 65535',
    parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  }),
  host: setting('HOST', {
    fallback: '127.0.0.1',
    help: 'address to listen on; 0.0.0.0 or :: for every address of the machine',
    expected: 'an IP address or a host name',
    parse: values.parseHost,
  }),
  publicUrl: setting('PUBLIC_URL', {
    help: 'the address that visitors use; required if other machines can reach the site, and with SMTP_URL unless the mail server is on this machine',
    expected: 'an http or https address without a path, such as https://www.example.com',
    parse: values.parseOrigin,
  }),
  databaseUrl: setting('DATABASE_URL', {
    fallback: 'file:data/impromptu.db',
    help: 'the database: a file, or a server, which several instances of the site can share',
    expected: DATABASE_URL_FORMS,
    parse: (text) => (isDatabaseUrl(text) ? text : undefined),
  }),
  trustedProxies: setting('TRUSTED_PROXIES', {
    help: 'addresses and ranges of the proxies in front of the site, whose X-Forwarded-For is trusted',
    expected:
      'IP addresses and CIDR ranges separated by commas, such as 10.0.0.5,fd00::/64 (a range such as /0 would let every client forge its address)',
    parse: values.parseAddresses,
  }),
  appApiKeys: setting('APP_API_KEYS', {
    fallback: '',
    help: 'keys that the app’s back end sends (docs/app-feed.md); two while you replace one; without a key its calls are answered 401',
    ...keys('keys'),
  }),
  webhookKeys: setting('WEBHOOK_KEYS', {
    fallback: '',
    help: 'passwords with which your mail provider reports letters that came back (docs/mail.md); two while you replace one',
    ...keys('passwords'),
  }),
  metricsTokens: setting('METRICS_TOKEN', {
    fallback: '',
    help: 'tokens that Prometheus sends to read /metrics; two while you replace one; without a token /metrics answers 404, unless only this machine can reach the site',
    ...keys('tokens'),
  }),
  profileImageHosts: setting('PROFILE_IMAGE_HOSTS', {
    help: 'hosts from which profile images may come; if not set, any host with https',
    expected: 'host names separated by commas, such as images.example.com',
    parse: values.parseHosts,
  }),
  adminPhones: setting('ADMIN_PHONES', {
    fallback: '',
    help: 'the first admins; later use `./site admin`',
    expected: 'phone numbers with their country codes, separated by commas, such as +15550001111',
    secret: true,
    parse: (text) => values.parseEach(text, values.canonicalPhone),
  }),
  linkNames: setting('LINK_NAMES', {
    fallback: '',
    help: 'names of the team’s own links: sign-ups by /?from=NAME are counted for each name',
    expected:
      'different names of small letters, digits and hyphens, separated by commas, such as tiktok,summer-fair',
    parse(text) {
      const names = values.parseEach(text, matching(/^[a-z\d-]{1,40}$/));
      return new Set(names).size === names?.length ? names : undefined;
    },
  }),
  androidPackage: setting('ANDROID_PACKAGE', {
    help: 'the app’s package, so that Android opens invite links in it; with ANDROID_FINGERPRINTS',
    expected: 'the name of a package, such as com.example.app',
    parse: matching(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/),
  }),
  androidFingerprints: setting('ANDROID_FINGERPRINTS', {
    help: 'the SHA-256 fingerprints of the certificates that sign this app, from the Play Console',
    expected: 'fingerprints of 32 bytes each, as AB:CD:…, separated by commas',
    parse: (text) =>
      values.parseEach(text.toUpperCase(), (one) =>
        matching(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/)(one),
      ),
  }),
  provider: setting('IDENTITY', {
    fallback: 'embedded',
    help: 'who verifies phone numbers: the site with its own codes (embedded), or Firebase',
    ...oneOf('embedded', 'firebase'),
  }),
  twilioAccountSid: setting('SMS_TWILIO_ACCOUNT_SID', {
    help: 'the Twilio account that sends the codes; without it ./site admin code prints them',
    expected: 'the SID of a Twilio account, which is AC and 32 hexadecimal digits',
    parse: matching(/^AC[\da-f]{32}$/),
  }),
  twilioAuthToken: setting('SMS_TWILIO_AUTH_TOKEN', {
    help: 'the secret of that Twilio account',
    expected: 'the auth token of the Twilio account, which is 32 hexadecimal digits',
    secret: true,
    parse: matching(/^[\da-f]{32}$/),
  }),
  smsFrom: setting('SMS_FROM', {
    help: 'the number of the Twilio account that sends the codes',
    expected: 'a phone number with its country code, such as +15550009999',
    parse: values.canonicalPhone,
  }),
  smsRecipients: setting('SMS_RECIPIENTS', {
    usual: 'admins if codes are sent by SMS, anyone if they are logged',
    help: 'who gets a code: only admins, or every number',
    ...oneOf('anyone', 'admins'),
  }),
  smsPerHour: setting('SMS_PER_HOUR', {
    help: 'maximum of SMS in an hour (UTC); required if codes are sent by SMS and SMS_RECIPIENTS is anyone',
    ...count('30'),
  }),
  smsPerDay: setting('SMS_PER_DAY', {
    help: 'maximum of SMS in a day (UTC); required likewise',
    ...count('100'),
  }),
  firebaseProjectId: setting('FIREBASE_PROJECT_ID', {
    help: 'the Firebase project that verifies phone numbers, with IDENTITY=firebase',
    expected: 'the id of a Firebase project, such as project-1234',
    parse: matching(/^[a-z][a-z\d-]{4,28}[a-z\d]$/),
  }),
  firebaseApiKey: setting('FIREBASE_API_KEY', {
    help: 'the web API key of that project, which is public',
    expected: 'the web API key of the Firebase project',
    parse: matching(/^[\w-]{20,80}$/),
  }),
  firebaseAuthDomain: setting('FIREBASE_AUTH_DOMAIN', {
    usual: 'PROJECT.firebaseapp.com',
    help: 'the host of Firebase’s sign-in pages',
    expected: 'a host name, such as project-1234.firebaseapp.com',
    parse: matching(/^[a-z\d-]+(\.[a-z\d-]+)+$/),
  }),
  firebaseEmulatorHost: setting('FIREBASE_AUTH_EMULATOR_HOST', {
    help: 'the address of Google’s emulator, which signs no tokens: with it and IDENTITY=firebase a site that other machines can reach does not start',
    expected: 'a host and a port, such as 127.0.0.1:9099',
    parse: matching(/^[\w.-]+:\d{1,5}$/),
  }),
  smtp: setting('SMTP_URL', {
    help: 'the mail server that sends the letters (docs/mail.md), with smtps:// for TLS from the first byte; without it the site sends no letters',
    expected:
      'smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT, with the special characters of user and password percent-encoded; the default port is 587 or 465; without user and password the site does not log in',
    secret: true,
    parse: values.parseSmtpUrl,
  }),
  mailFrom: setting('MAIL_FROM', {
    help: 'the sender of the letters; required with SMTP_URL',
    expected: 'an email address, or a name and an address, such as Ana <ana@example.com>',
    parse: (text) => (values.parseMailFrom(text) ? text : undefined),
  }),
  mailHelo: setting('MAIL_HELO', {
    help: 'the name with which the site greets the mail server; by default the host of PUBLIC_URL',
    expected: 'a domain name, such as mail.example.com',
    parse: (text) => (/^(?=.{1,253}$)[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text) ? text : undefined),
  }),
  mailPerHour: setting('MAIL_PER_HOUR', {
    help: 'maximum of letters in an hour (UTC)',
    ...count('100'),
  }),
  mailPerDay: setting('MAIL_PER_DAY', {
    help: 'maximum of letters in a day (UTC)',
    ...count('1000'),
  }),
  lettersBy: setting('LETTERS', {
    help: 'for development: writes each letter as a file into data/letters; only allowed if no other machine can reach the site',
    ...oneOf('files'),
  }),
  notifyUrl: setting('NOTIFY_URL', {
    help: 'the incoming webhook of the team’s chat (Slack, Mattermost, or Discord with /slack at the end), which gets notices (docs/operations.md)',
    expected:
      'an https address, or an http address whose host is in the local network: a private IP address, a name without a dot, or one that ends in .local, .internal, .lan or .home.arpa; without a user name or a part after #',
    secret: true,
    parse: values.parseNotifyUrl,
  }),
  digestTo: setting('DIGEST_TO', {
    help: 'who gets the same notices by mail; with SMTP_URL',
    expected: 'one to ten email addresses, separated by commas, such as ana@example.com',
    secret: true,
    parse: values.parseMailboxes,
  }),
  rateLimits: setting('RATE_LIMITS', {
    fallback: 'on',
    help: 'off disables the limits per address and per phone number; only allowed if no other machine can reach the site',
    expected: 'on or off',
    parse: (text) => (/^(on|off)$/.test(text) ? text === 'on' : undefined),
  }),
  nodeEnv: setting('NODE_ENV', {
    help: 'with production the site refuses to start with settings that are only for development',
    ...oneOf('production', 'development', 'test'),
  }),
};

type Definitions = typeof definitions;

/** The parsed values of the settings. A setting without a default may be undefined. */
export type Values = {
  [Key in keyof Definitions]: Definitions[Key] extends { fallback: string }
    ? Exclude<ReturnType<Definitions[Key]['parse']>, undefined>
    : ReturnType<Definitions[Key]['parse']>;
};

function setting<Rest extends Omit<Setting, 'name'>>(name: string, rest: Rest) {
  return { name, ...rest };
}

function matching(pattern: RegExp) {
  return (text: string) => (pattern.test(text) ? text : undefined);
}

function oneOf<const Name extends string>(...names: Name[]) {
  const expected = names.join(', ').replace(/, (\w+)$/, ' or $1');
  return { expected, parse: (text: string) => names.find((name) => name === text) };
}

function count(usual: string) {
  const parse = (text: string) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined);
  return { usual, expected: 'a whole number from 1 to 999999', parse };
}

function keys(noun: string) {
  const expected = `${noun} of at least 32 letters, digits and signs each, separated by commas`;
  return { expected, secret: true, parse: values.parseKeys };
}
