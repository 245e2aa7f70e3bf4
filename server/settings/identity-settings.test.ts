import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TWILIO_SETTINGS } from '../../testing/fakes/twilio-settings.ts';
import { readSettings } from './read-settings.ts';
import { StartRefusal } from './refusal.ts';

const PUBLIC = { PUBLIC_URL: 'https://impromptu.example' };
const FIREBASE = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'impromptu-1234',
  FIREBASE_API_KEY: 'AIza-a-key-that-browsers-may-see',
};
const { SMS_FROM, SMS_TWILIO_ACCOUNT_SID, SMS_TWILIO_AUTH_TOKEN } = TWILIO_SETTINGS;

describe('the settings of sign-ins', () => {
  const identity = (environment: Record<string, string>) => readSettings(environment).identity;

  test('by default log the codes, for any number', () => {
    const { identity, adminPhones } = readSettings({});
    assert.deepEqual(identity, {
      provider: 'embedded',
      sms: undefined,
      recipients: 'anyone',
      budget: { perHour: 30, perDay: 100 },
    });
    assert.deepEqual(adminPhones, []);
  });

  test('send codes by SMS only to admins, unless SMS_RECIPIENTS is anyone', () => {
    assert.deepEqual(identity({ ...TWILIO_SETTINGS, ...PUBLIC }), {
      provider: 'embedded',
      sms: { accountSid: SMS_TWILIO_ACCOUNT_SID, authToken: SMS_TWILIO_AUTH_TOKEN, from: SMS_FROM },
      recipients: 'admins',
      budget: { perHour: 30, perDay: 100 },
    });
    const budget = { SMS_PER_HOUR: '5', SMS_PER_DAY: '7' };
    const anyone = identity({ ...TWILIO_SETTINGS, SMS_RECIPIENTS: 'anyone', ...budget });
    assert.ok(anyone.provider === 'embedded');
    assert.equal(anyone.recipients, 'anyone');
    assert.deepEqual(anyone.budget, { perHour: 5, perDay: 7 });
  });

  test('choose Firebase, on a local and on a public site', () => {
    for (const where of [{}, PUBLIC, { ...PUBLIC, NODE_ENV: 'production', HOST: '0.0.0.0' }]) {
      assert.deepEqual(identity({ ...FIREBASE, ...where }), {
        provider: 'firebase',
        projectId: 'impromptu-1234',
        apiKey: 'AIza-a-key-that-browsers-may-see',
        authDomain: 'impromptu-1234.firebaseapp.com',
      });
    }
    const own = identity({ ...FIREBASE, FIREBASE_AUTH_DOMAIN: 'auth.impromptu.example' });
    assert.ok(own.provider === 'firebase');
    assert.equal(own.authDomain, 'auth.impromptu.example');
  });

  test('accept a Firebase demo project and an emulator if only this machine can reach the site', () => {
    const demo = { FIREBASE_PROJECT_ID: 'demo-x', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
    assert.equal(identity({ ...FIREBASE, ...demo }).provider, 'firebase');
  });

  test('of the provider that is not chosen are allowed, and a warning names them', () => {
    const warning = (environment: Record<string, string>) => readSettings(environment).warning;
    const { IDENTITY, ...ofFirebase } = FIREBASE;
    assert.equal(
      warning({ ...TWILIO_SETTINGS, ...ofFirebase }),
      'IDENTITY is embedded, so these settings have no effect: FIREBASE_PROJECT_ID, FIREBASE_API_KEY.',
    );
    assert.equal(
      warning({ ...FIREBASE, ...TWILIO_SETTINGS, SMS_RECIPIENTS: 'anyone', SMS_PER_DAY: '' }),
      'IDENTITY is firebase, so these settings have no effect: SMS_TWILIO_ACCOUNT_SID, SMS_TWILIO_AUTH_TOKEN, SMS_FROM, SMS_RECIPIENTS.',
    );
    assert.equal(warning({ ...TWILIO_SETTINGS, SMS_PER_DAY: '7' }), undefined);
    assert.equal(warning({ ...FIREBASE, ADMIN_PHONES: '+15550001111' }), undefined);
    assert.equal(warning({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }), undefined);
  });

  test('have the phone numbers of the first admins', () => {
    const ADMIN_PHONES = '\u200e+15550001111\u200e, +44 (0)20 7946 0000';
    assert.deepEqual(readSettings({ ADMIN_PHONES }).adminPhones, ['+15550001111', '+442079460000']);
  });

  const wrong: [environment: Record<string, string>, named: RegExp][] = [
    [{ IDENTITY: 'google' }, /^IDENTITY must be embedded or firebase, and is 'google'\.$/],
    [{ ADMIN_PHONES: '5557654321' }, /^ADMIN_PHONES must be phone numbers .*, not shown here\.$/],
    [{ ADMIN_PHONES: '+15557654321,' }, /^ADMIN_PHONES /],
    [{ ADMIN_PHONES: '+1--------3' }, /^ADMIN_PHONES /],
    [{ ADMIN_PHONES: '+15557654321;+15550002222' }, /^ADMIN_PHONES /],
    [{ SMS_TWILIO_ACCOUNT_SID: 'AC1' }, /^SMS_TWILIO_ACCOUNT_SID must be the SID .*'AC1'\.$/],
    [{ SMS_TWILIO_AUTH_TOKEN: 'verysecret' }, /^SMS_TWILIO_AUTH_TOKEN .*, not shown here\.$/],
    [{ SMS_FROM: 'Impromptu' }, /^SMS_FROM must be a phone number .*'Impromptu'\.$/],
    [{ SMS_RECIPIENTS: 'all' }, /^SMS_RECIPIENTS must be anyone or admins, and is 'all'\.$/],
    [{ SMS_PER_HOUR: '0' }, /^SMS_PER_HOUR must be a whole number from 1 to 999999, and is '0'\.$/],
    [{ SMS_PER_HOUR: '1e3' }, /^SMS_PER_HOUR .*'1e3'/],
    [{ SMS_PER_DAY: '-1' }, /^SMS_PER_DAY .*'-1'/],
    [{ SMS_PER_DAY: '1000000' }, /^SMS_PER_DAY .*'1000000'/],
    [{ FIREBASE_PROJECT_ID: 'No Project' }, /^FIREBASE_PROJECT_ID .*'No Project'/],
    [{ FIREBASE_API_KEY: 'short' }, /^FIREBASE_API_KEY .*'short'/],
    [{ FIREBASE_AUTH_DOMAIN: 'https://x.example/' }, /^FIREBASE_AUTH_DOMAIN /],
    [{ FIREBASE_AUTH_DOMAIN: 'x.example; script-src *' }, /^FIREBASE_AUTH_DOMAIN /],
    [{ FIREBASE_AUTH_EMULATOR_HOST: 'nonsense' }, /^FIREBASE_AUTH_EMULATOR_HOST /],

    [
      PUBLIC,
      /^SMS_TWILIO_ACCOUNT_SID must be .*, because PUBLIC_URL is .*, IDENTITY is embedded and codes must not go to the log, but SMS_TWILIO_ACCOUNT_SID is not set\.$/m,
    ],
    [{ ...PUBLIC, HOST: '0.0.0.0' }, /^SMS_TWILIO_ACCOUNT_SID .*HOST is 0\.0\.0\.0/],
    [{ ...PUBLIC, NODE_ENV: 'production' }, /^SMS_TWILIO_ACCOUNT_SID .*NODE_ENV is production/],
    [
      { ...PUBLIC, TRUSTED_PROXIES: '10.0.0.1' },
      /^SMS_TWILIO_ACCOUNT_SID .*TRUSTED_PROXIES is set/,
    ],
    [
      { SMS_TWILIO_ACCOUNT_SID },
      /^SMS_TWILIO_AUTH_TOKEN .*because SMS_TWILIO_ACCOUNT_SID is set, but SMS_TWILIO_AUTH_TOKEN is not set\.$/m,
    ],
    [
      { SMS_TWILIO_ACCOUNT_SID, SMS_TWILIO_AUTH_TOKEN },
      /^SMS_FROM .*SMS_TWILIO_ACCOUNT_SID is set/,
    ],
    [
      { SMS_FROM },
      /^SMS_TWILIO_ACCOUNT_SID .*because SMS_FROM is set, but SMS_TWILIO_ACCOUNT_SID is not set\.$/m,
    ],
    [{ ...TWILIO_SETTINGS, SMS_RECIPIENTS: 'anyone' }, /^SMS_PER_HOUR .*SMS_RECIPIENTS is anyone/],
    [{ ...TWILIO_SETTINGS, SMS_RECIPIENTS: 'anyone', SMS_PER_HOUR: '1' }, /^SMS_PER_DAY /],
    [
      { IDENTITY: 'firebase' },
      /^FIREBASE_PROJECT_ID .*IDENTITY is firebase, but FIREBASE_PROJECT_ID is not set\.$/m,
    ],
    [{ ...FIREBASE, FIREBASE_API_KEY: '' }, /^FIREBASE_API_KEY .*IDENTITY is firebase/],
    [
      { ...FIREBASE, ...PUBLIC, FIREBASE_PROJECT_ID: 'demo-impromptu' },
      /^FIREBASE_PROJECT_ID must be a real project and not a demo, because PUBLIC_URL is .*, but FIREBASE_PROJECT_ID is 'demo-impromptu'\.$/,
    ],
    [
      { ...FIREBASE, ...PUBLIC, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' },
      /^FIREBASE_AUTH_EMULATOR_HOST must not be set, because PUBLIC_URL is .*, but FIREBASE_AUTH_EMULATOR_HOST is 'localhost:9099'\.$/,
    ],
    [
      { ...PUBLIC, IDENTITY: 'firebase', FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' },
      /^FIREBASE_PROJECT_ID .* not set\.\nFIREBASE_API_KEY .* not set\.\nFIREBASE_AUTH_EMULATOR_HOST .*$/,
    ],
    [
      { ...TWILIO_SETTINGS, PUBLIC_URL: 'http://impromptu.example' },
      /^PUBLIC_URL must be an https address, .*'http:\/\/impromptu\.example'\.$/,
    ],
  ];
  for (const [environment, named] of wrong) {
    test(`are refused with a sentence for ${Object.entries(environment).join('; ')}`, () => {
      assert.throws(
        () => readSettings(environment),
        (error) => {
          assert.ok(error instanceof StartRefusal);
          assert.match(error.message, named);
          assert.doesNotMatch(error.message, /5557654321|verysecret|0123456789abcdef/);
          return true;
        },
      );
    });
  }
});
