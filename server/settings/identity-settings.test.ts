import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TWILIO_SETTINGS } from '../../testing/fakes/fake-twilio.ts';
import { readSettings } from './read-settings.ts';

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
      sender: 'log',
      recipients: 'anyone',
      budget: { perHour: 30, perDay: 100 },
    });
    assert.deepEqual(adminPhones, []);
  });

  test('send codes by SMS only to admins, unless SMS_RECIPIENTS is anyone', () => {
    assert.deepEqual(identity({ ...TWILIO_SETTINGS, ...PUBLIC }), {
      provider: 'embedded',
      sender: {
        accountSid: SMS_TWILIO_ACCOUNT_SID,
        authToken: SMS_TWILIO_AUTH_TOKEN,
        from: SMS_FROM,
      },
      recipients: 'admins',
      budget: { perHour: 30, perDay: 100 },
    });
    const budget = { SMS_PER_HOUR: '5', SMS_PER_DAY: '7' };
    const anyone = identity({ ...TWILIO_SETTINGS, SMS_RECIPIENTS: 'anyone', ...budget });
    assert.ok(anyone.provider === 'embedded');
    assert.equal(anyone.recipients, 'anyone');
    assert.deepEqual(anyone.budget, { perHour: 5, perDay: 7 });
  });

  test('without a sender leave the codes of a public site to its operator, and a warning says so', () => {
    for (const more of [{}, { SMS_RECIPIENTS: 'anyone' }]) {
      const { identity, warning = '' } = readSettings({ ...PUBLIC, ...more });
      assert.partialDeepStrictEqual(identity, { sender: 'operator', recipients: 'admins' });
      assert.match(warning, /^The site has no sender of SMS, .* run \.\/site admin code /);
      const named = / not set, so these settings have no effect: SMS_RECIPIENTS\.$/;
      assert.equal(named.test(warning), 'SMS_RECIPIENTS' in more);
    }
  });

  test('choose Firebase, on a local and on a public site', () => {
    for (const where of [{}, PUBLIC]) {
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
});
