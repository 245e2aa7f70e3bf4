import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TWILIO_SETTINGS } from '../../testing/fakes/fake-twilio.ts';
import { canonicalPhone } from './parse-values.ts';
import { readSettings, readValues } from './read-settings.ts';
import { StartRefusal } from './refusal.ts';

const KEY = 'a-key-that-is-long-enough-to-be-secure';

describe('settings', () => {
  test('have defaults for local development', () => {
    const settings = readSettings({});
    assert.partialDeepStrictEqual(settings, {
      port: 3000,
      host: '127.0.0.1',
      origin: 'http://localhost:3000',
      https: false,
      ownMachine: true,
      publicUrl: undefined,
      databaseUrl: 'file:data/impromptu.db',
      trustedProxies: undefined,
      appApiKeys: [],
      webhookKeys: [],
      metricsTokens: [],
      profileImageHosts: undefined,
      rateLimits: true,
      warning: undefined,
    });
  });

  test('count as missing when they are empty', () => {
    assert.deepEqual(readSettings({ PORT: '', HOST: ' ', PUBLIC_URL: '' }), readSettings({}));
  });

  test('are parsed and normalised', () => {
    const settings = readSettings({
      PORT: '0',
      HOST: '::',
      PUBLIC_URL: 'https://Impromptu.example/',
      DATABASE_URL: 'file:/var/lib/impromptu/site.db',
      TRUSTED_PROXIES: '10.0.0.5, fd00::/64',
      APP_API_KEYS: `${KEY}, ${KEY.toUpperCase()}`,
      METRICS_TOKEN: KEY,
      PROFILE_IMAGE_HOSTS: 'Images.impromptu.example, bücher.example',
      NODE_ENV: 'production',
      ...TWILIO_SETTINGS,
    });
    assert.equal(settings.port, 0);
    assert.equal(settings.publicUrl, 'https://impromptu.example');
    assert.equal(settings.ownMachine, false);
    assert.equal(settings.trustedProxies?.check('10.0.0.5'), true);
    assert.equal(settings.trustedProxies?.check('10.0.0.6'), false);
    assert.equal(settings.trustedProxies?.check('fd00::9', 'ipv6'), true);
    assert.deepEqual(settings.appApiKeys, [KEY, KEY.toUpperCase()]);
    assert.deepEqual(settings.metricsTokens, [KEY]);
    assert.deepEqual(settings.profileImageHosts, [
      'images.impromptu.example',
      'xn--bcher-kva.example',
    ]);
  });

  test('that are only for development are accepted if only this machine can reach the site', () => {
    for (const local of [
      {},
      { HOST: '::1' },
      { HOST: 'localhost' },
      { PUBLIC_URL: 'http://127.0.0.1:8080' },
    ]) {
      const { rateLimits, ownMachine } = readSettings({ RATE_LIMITS: 'off', ...local });
      assert.equal(rateLimits, false);
      assert.equal(ownMachine, true);
    }
  });

  test('of the server are not checked by a command that only needs the database', () => {
    const { databaseUrl } = readValues({ PORT: 'x' }, ['databaseUrl']);
    assert.equal(databaseUrl, 'file:data/impromptu.db');
    assert.throws(() => readValues({ DATABASE_URL: 'x' }, ['databaseUrl']), StartRefusal);
    const environment = { PORT: 'x', PROFILE_IMAGE_HOSTS: 'a.example' };
    const { profileImageHosts } = readValues(environment, ['profileImageHosts']);
    assert.deepEqual(profileImageHosts, ['a.example']);
  });
});

test('a phone number has 7 to 15 digits, and its country code does not begin with 0', () => {
  assert.equal(canonicalPhone('+123-45-67'), '+1234567');
  assert.equal(canonicalPhone('+123-45--6'), undefined);
  assert.equal(canonicalPhone('+123456789012345'), '+123456789012345');
  assert.equal(canonicalPhone('+1234567890123456'), undefined);
  assert.equal(canonicalPhone('+0123456789'), undefined);
});
