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

test('a setting may have one mistake for each five letters, in capitals or not', () => {
  for (const [meant, ...names] of [
    ['PORT', 'PROT', 'port', 'PORTS'],
    ['PUBLIC_URL', 'Public_Url', 'PUBLICURL', 'PUBLIC_URI', 'PUBLIC-URL'],
    ['TRUSTED_PROXIES', 'TRUSTED_PROXIS', 'TRUST_PROXIES'],
    ['SMTP_URL', 'STMP_URL'],
    ['SMS_TWILIO_ACCOUNT_SID', 'TWILIO_ACCOUNT_SID'],
  ] as const) {
    for (const name of names) {
      const { warning = '' } = readSettings({ [name]: 'x' });
      assert.ok(warning.includes(`(did you mean ${meant}?)`), `${name}: ${warning}`);
      assert.equal(readSettings({ [name]: ' ' }).warning, undefined);
    }
  }
});

test('a refused start also names them, because they may be its cause', () => {
  assert.throws(
    () => readSettings({ NODE_ENV: 'production', PUBLIC_ULR: 'https://a.example' }),
    /^StartRefusal: PUBLIC_URL must be .*\n(.*\n)*These settings are unknown .*PUBLIC_ULR/,
  );
});

test('no usual variable of shells, tools and platforms is taken for a setting', () => {
  const usual = `
    PATH HOME HOSTNAME HOSTTYPE USER LOGNAME SHELL SHLVL PWD OLDPWD TERM LANG LC_ALL TZ TMPDIR MAIL EDITOR PAGER PS1 _
    DISPLAY COLORTERM SSH_AUTH_SOCK SSH_CONNECTION SUDO_USER XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS WSLENV OSTYPE
    http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY CI GITHUB_TOKEN
    NODE NODE_PATH NODE_OPTIONS NODE_VERSION NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS NVM_DIR YARN_VERSION INIT_CWD COLOR
    npm_command npm_config_cache npm_config_port npm_config_host npm_config_node_gyp npm_package_name npm_package_version
    npm_lifecycle_event npm_lifecycle_script npm_execpath npm_node_execpath MALLOC_ARENA_MAX
    INVOCATION_ID JOURNAL_STREAM LISTEN_FDS NOTIFY_SOCKET STATE_DIRECTORY CACHE_DIRECTORY SYSTEMD_EXEC_PID MAINPID
    KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT IMPROMPTU_PORT IMPROMPTU_SERVICE_HOST
    SITE_PORT MAIL_PORT SMS_PORT DATABASE_PORT DATABASE_HOST DB_HOST DB_PORT PUBLIC_PORT METRICS_PORT WEB_HOST
    PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA POSTGRES_URL POSTGRES_PASSWORD POSTGRES_USER POSTGRES_DB
    TEST_DATABASE_URL DIRECT_DATABASE_URL DATABASE_PUBLIC_URL DATABASE_PRIVATE_URL REDIS_URL MYSQL_URL SITE_URL BASE_URL
    APP_URL API_URL SITE_HOST INSTANCES DYNO HEROKU_APP_NAME FLY_APP_NAME FLY_PUBLIC_IP FLY_REGION RENDER RENDER_SERVICE_ID
    RENDER_EXTERNAL_URL RAILWAY_STATIC_URL RAILWAY_PUBLIC_DOMAIN VERCEL VERCEL_URL AWS_REGION AWS_ACCESS_KEY_ID K_SERVICE
    GOOGLE_CLOUD_PROJECT GOOGLE_APPLICATION_CREDENTIALS GCLOUD_PROJECT FIREBASE_CONFIG FIRESTORE_EMULATOR_HOST
    FIREBASE_STORAGE_EMULATOR_HOST FIREBASE_DATABASE_EMULATOR_HOST SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASS MAIL_HOST
    DOCKER_HOST SENTRY_DSN LOG_LEVEL DEBUG WEB_CONCURRENCY`;
  const names = usual.trim().split(/\s+/);
  const environment = Object.fromEntries(names.map((name) => [name, 'x']));
  assert.equal(readSettings(environment).warning, undefined);
});

test('a phone number has 7 to 15 digits, and its country code does not begin with 0', () => {
  assert.equal(canonicalPhone('+123-45-67'), '+1234567');
  assert.equal(canonicalPhone('+123-45--6'), undefined);
  assert.equal(canonicalPhone('+123456789012345'), '+123456789012345');
  assert.equal(canonicalPhone('+1234567890123456'), undefined);
  assert.equal(canonicalPhone('+0123456789'), undefined);
});
