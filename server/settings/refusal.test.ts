// Long because it has a bad value of each setting, with its sentence.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TWILIO_SETTINGS } from '../../testing/fakes/fake-twilio.ts';
import { type Environment, readMailSettings, readSettings } from './read-settings.ts';
import { StartRefusal } from './refusal.ts';

const KEY = 'a-key-that-is-long-enough-to-be-secure';
const PUBLIC = { PUBLIC_URL: 'https://impromptu.example' };
const MAIL_FROM = 'Impromptu <hello@impromptu.example>';
const SMTP = { SMTP_URL: 'smtp://me:verysecret@mail.example', MAIL_FROM, ...PUBLIC };
const FIREBASE = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'impromptu-1234',
  FIREBASE_API_KEY: 'AIza-a-key-that-browsers-may-see',
};
const { SMS_FROM, SMS_TWILIO_ACCOUNT_SID } = TWILIO_SETTINGS;

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof StartRefusal);
    assert.doesNotMatch(error.message, /secret|secure|5557654321|0123456789abcdef/);
    return error.message;
  }
  assert.fail('The settings were accepted.');
}

type Value = string | [value: string, shown: string];
const NUMBER = 'a whole number from 1 to 999999';
const NOT_SHOWN = 'something else, not shown here';

/** For each setting the words of its sentence, and wrong values; the sentence shows a value without its password. */
const wrongValues: [name: string, expected: string, ...values: Value[]][] = [
  ['PORT', 'a whole number from 0 to 65535', 'abc', '65536', '-1', '80.5', '0x50'],
  ['HOST', 'an IP address or a host name', 'not a host', 'http://localhost'],
  [
    ...(['PUBLIC_URL', 'an http or https address without a path'] as const),
    ...['impromptu.example', 'https://a"b.example', 'ftp://impromptu.example'],
    ...['https://impromptu.example/app', 'https://impromptu.example/?a=b'],
    ['https://me:secret@impromptu.example', 'https://…@impromptu.example'],
  ],
  [
    ...(['DATABASE_URL', '"file:" and a path'] as const),
    ...['impromptu.db', 'file:file:x.db', 'file:', 'file:~/x.db', 'file:~ana/x.db'],
    ...['file:$HOME/x.db', 'file:"/srv/x.db"', 'file: data/x.db', 'file::memory:'],
    'file://server/share.db',
    ['mysql://root:secret@db/x', 'mysql://…@db/x'],
    ['postgres://u:sec/ret@db/x', 'postgres://…@db/x'],
    ['postgres://u:se cr/et@db/x', 'postgres://…@db/x'],
    ['postgres:u:secret@db/x', 'postgres:…@db/x'],
    ['"postgres://u:secret@db/x"', '"postgres://…@db/x"'],
    ['mysql://db/x?password=secret', 'mysql://db/x?password=…'],
  ],
  [
    ...(['TRUSTED_PROXIES', 'IP addresses and CIDR ranges'] as const),
    ...['nginx', '10.0.0.0/8/9', '::1/', '10.0.0.0/33', 'fd00::/129', '1', '10.0.0.1,,10.0.0.2'],
    ...['0.0.0.0/0', '::/0', '::/1', '0.0.0.0/1,128.0.0.0/1', '::ffff:0:0/96', '0::ffff:0:0/97'],
    '2000::/3',
  ],
  [
    ...(['APP_API_KEYS', 'keys of at least 32'] as const),
    ...['secret', `${KEY},secret`, `${KEY},`, `${KEY}ü`, `${KEY} ${KEY}`],
  ],
  ['WEBHOOK_KEYS', 'passwords of at least 32', 'secret'],
  ['METRICS_TOKEN', 'tokens of at least 32', 'secret'],
  [
    ...(['PROFILE_IMAGE_HOSTS', 'host names'] as const),
    ...['https://a.example', 'a.example:8443', 'a.example,,b.example', '*.example'],
    "a.example; script-src 'unsafe-inline'",
  ],
  [
    ...(['ADMIN_PHONES', 'phone numbers'] as const),
    ...['5557654321', '+15557654321,', '+1--------3', '+15557654321;+15550002222'],
  ],
  [
    ...(['LINK_NAMES', 'different names of small letters'] as const),
    ...['TikTok', 'a,,b', 'a b', 'é', 'a'.repeat(41), 'a,a', 'b, a ,c,a', 'a,A'],
  ],
  ['ANDROID_PACKAGE', 'the name of a package', 'impromptu', 'example.impromptu app', '.app'],
  ['ANDROID_FINGERPRINTS', 'fingerprints of 32 bytes', 'AB:CD', `${'AB:'.repeat(31)}AG`],
  ['IDENTITY', 'embedded or firebase', 'google'],
  ['SMS_TWILIO_ACCOUNT_SID', 'the SID', 'AC1'],
  ['SMS_TWILIO_AUTH_TOKEN', 'the auth token', 'verysecret'],
  ['SMS_FROM', 'a phone number', 'Impromptu'],
  ['SMS_RECIPIENTS', 'anyone or admins', 'all'],
  ['SMS_PER_HOUR', NUMBER, '0', '1e3', '-1', '1000000'],
  ...['SMS_PER_DAY', 'MAIL_PER_HOUR', 'MAIL_PER_DAY'].map((name): [string, string, string] => [
    ...([name, NUMBER, '0'] as const),
  ]),
  ['FIREBASE_PROJECT_ID', 'the id of a Firebase project', 'No Project'],
  ['FIREBASE_API_KEY', 'the web API key', 'short'],
  ['FIREBASE_AUTH_DOMAIN', 'a host name', 'https://x.example/', 'x.example; script-src *'],
  ['FIREBASE_AUTH_EMULATOR_HOST', 'a host and a port', 'nonsense'],
  [
    ...(['SMTP_URL', 'smtp://USER:PASSWORD@HOST:PORT'] as const),
    ...['mail.example', 'smtp://me@mail.example', 'smtp://'],
    ...['smtp:me:verysecret@mail.example', 'https://me:verysecret@mail.example'],
    ...['smtp://:verysecret@mail.example', 'smtp://me:very%secret@mail.example'],
    ...['smtp://me:verysecret%0D%0AQUIT@mail.example', 'smtp://me:very#secret@mail.example'],
    ...['smtp://me:verysecret@mail.example/path', 'smtp://me:verysecret@mail.example?pool=true'],
    ...['smtp://me:verysecret@mail.example:0', 'smtp://me:verysecret@mail.example:65536'],
    'smtp://me:verysecret@mail_.example',
  ],
  [
    ...(['MAIL_FROM', 'an email address'] as const),
    ...['Impromptu', 'a@x.example, b@x.example', 'Impromptu <hello@x.example', 'hällo@x.example'],
    ['Impromptu\r\nBcc: b@x.example <a@x.example>', 'Impromptu\r\nBcc:…@x.example>'],
  ],
  ['MAIL_HELO', 'a domain name', 'localhost', 'mail example.com'],
  ['LETTERS', 'files', 'smtp'],
  ['RATE_LIMITS', 'on or off', 'no'],
  ['NODE_ENV', 'production, development or test', 'prod'],
];
const secrets = [
  'APP_API_KEYS',
  'WEBHOOK_KEYS',
  'METRICS_TOKEN',
  'ADMIN_PHONES',
  'SMS_TWILIO_AUTH_TOKEN',
  'SMTP_URL',
];

describe('a start is refused with a sentence for', () => {
  for (const [name, expected, ...values] of wrongValues) {
    for (const each of values) {
      const [value, shown] = [each].flat() as [string, string?];
      test(`${name}=${JSON.stringify(value)}`, () => {
        const message = messageOf(() => readSettings({ [name]: value }));
        assert.ok(message.startsWith(`${name} must be ${expected}`), message);
        const is = secrets.includes(name) ? NOT_SHOWN : `'${shown ?? value}'`;
        assert.ok(message.endsWith(`, and is ${is}.`), message);
      });
    }
  }

  /** Settings with which other machines may reach the site, by the reason in the sentence. */
  const exposures: Record<string, Environment> = {
    'HOST is 0.0.0.0': { HOST: '0.0.0.0' },
    'HOST is ::': { HOST: '::' },
    'HOST is 192.168.0.5': { HOST: '192.168.0.5' },
    'NODE_ENV is production': { NODE_ENV: 'production' },
    'TRUSTED_PROXIES is set': { TRUSTED_PROXIES: '10.0.0.1' },
    'PUBLIC_URL is https://impromptu.example': PUBLIC,
  };
  const developments: [sentence: string, environment: Environment][] = [
    ['RATE_LIMITS must be on', { RATE_LIMITS: 'off' }],
    ['LETTERS must not be set', { LETTERS: 'files' }],
    [
      'FIREBASE_PROJECT_ID must be a real project and not a demo',
      { ...FIREBASE, FIREBASE_PROJECT_ID: 'demo-impromptu' },
    ],
    [
      'FIREBASE_AUTH_EMULATOR_HOST must not be set',
      { ...FIREBASE, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' },
    ],
  ];
  for (const [reason, exposed] of Object.entries(exposures)) {
    test(`what is only for development, because ${reason}`, () => {
      for (const [sentence, environment] of developments) {
        const lines = messageOf(() => readSettings({ ...environment, ...exposed })).split('\n');
        const line = lines.find((each) => each.startsWith(sentence)) ?? '';
        assert.ok(line.includes(`, because ${reason}`), `${sentence}: ${line}`);
        const isNeeded = lines.some((each) => each.endsWith('but PUBLIC_URL is not set.'));
        assert.equal(isNeeded, exposed !== PUBLIC);
      }
    });
  }

  const misfits: [environment: Environment, named: RegExp][] = [
    [
      { RATE_LIMITS: 'off', ...PUBLIC },
      /^RATE_LIMITS must be on, .*, but RATE_LIMITS is 'off'\.$/m,
    ],
    [
      { SMS_TWILIO_ACCOUNT_SID },
      /^SMS_TWILIO_AUTH_TOKEN .*because SMS_TWILIO_ACCOUNT_SID is set, but SMS_TWILIO_AUTH_TOKEN is not set\.$/m,
    ],
    [{ SMS_FROM }, /^SMS_TWILIO_ACCOUNT_SID .*because SMS_FROM is set, but .* is not set\.$/m],
    [{ ...TWILIO_SETTINGS, SMS_RECIPIENTS: 'anyone' }, /^SMS_PER_HOUR .*SMS_RECIPIENTS is anyone/],
    [{ ...TWILIO_SETTINGS, SMS_RECIPIENTS: 'anyone', SMS_PER_HOUR: '1' }, /^SMS_PER_DAY /],
    [
      { IDENTITY: 'firebase' },
      /^FIREBASE_PROJECT_ID .*IDENTITY is firebase, but FIREBASE_PROJECT_ID is not set\.$/m,
    ],
    [
      { ...PUBLIC, IDENTITY: 'firebase', FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' },
      /^FIREBASE_PROJECT_ID .* not set\.\nFIREBASE_API_KEY .* not set\.\nFIREBASE_AUTH_EMULATOR_HOST .*, but FIREBASE_AUTH_EMULATOR_HOST is 'localhost:9099'\.$/,
    ],
    [
      { ...TWILIO_SETTINGS, PUBLIC_URL: 'http://impromptu.example' },
      /^PUBLIC_URL must be an https address, .*'http:\/\/impromptu\.example'\.$/,
    ],
    // All mistakes are listed together, one per line.
    [
      {
        HOST: '0.0.0.0',
        RATE_LIMITS: 'off',
        SMS_FROM: '+15550009999',
        SMTP_URL: 'smtp://mail.example',
        MAIL_FROM: 'hello@impromptu.example',
      },
      /^PUBLIC_URL .* HOST is .*\nRATE_LIMITS .*\nSMS_TWILIO_ACCOUNT_SID .*\nSMS_TWILIO_AUTH_TOKEN .*\nPUBLIC_URL .* SMTP_URL is set .*$/,
    ],
  ];
  const misfitsOfMail: typeof misfits = [
    [
      { ...SMTP, MAIL_FROM: '' },
      /^MAIL_FROM must be an email address.*, because SMTP_URL is set, but MAIL_FROM is not set\.$/,
    ],
    [{ SMTP_URL: 'smtp://127.0.0.1:25' }, /^MAIL_FROM .*because SMTP_URL is set/],
    [
      { ...SMTP, PUBLIC_URL: '' },
      /^PUBLIC_URL must be an https address, such as https:\/\/www\.example\.com, because SMTP_URL is set and letters contain links to the site, but PUBLIC_URL is not set\.$/,
    ],
    [
      { LETTERS: 'files', SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM },
      /^LETTERS must not be set, because SMTP_URL is set, but LETTERS is 'files'\.$/,
    ],
  ];
  for (const [environment, named] of [...misfits, ...misfitsOfMail]) {
    test(`settings that do not fit: ${Object.entries(environment).join('; ')}`, () => {
      assert.match(
        messageOf(() => readSettings(environment)),
        new RegExp(named, 'm'),
      );
    });
  }
  test('the same settings of mail in a command', () => {
    for (const [environment, named] of misfitsOfMail)
      assert.match(
        messageOf(() => readMailSettings(environment)),
        named,
      );
    for (const exposed of Object.values(exposures)) {
      const message = messageOf(() => readMailSettings({ LETTERS: 'files', ...exposed }));
      assert.match(message, /^LETTERS must not be set, because .*, but LETTERS is 'files'\.$/);
    }
  });
});
