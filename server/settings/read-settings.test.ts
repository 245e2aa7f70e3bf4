// Over 200 lines: every setting has its valid and invalid values here.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TWILIO_SETTINGS } from '../../testing/fakes/twilio-settings.ts';
import { readSettings, readValues } from './read-settings.ts';
import { StartRefusal } from './refusal.ts';

const KEY = 'a-key-that-is-long-enough-to-be-secure';
const PUBLIC = { PUBLIC_URL: 'https://impromptu.example' };

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
      metricsTokens: [],
      profileImageHosts: undefined,
      rateLimits: true,
      identity: {
        provider: 'embedded',
        sms: undefined,
        recipients: 'anyone',
        budget: { perHour: 30, perDay: 100 },
      },
      adminPhones: [],
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

  const wrong: [environment: Record<string, string>, named: RegExp][] = [
    [{ PORT: 'abc' }, /^PORT must be a whole number from 0 to 65535, and is 'abc'\.$/],
    [{ PORT: '65536' }, /^PORT .*'65536'/],
    [{ PORT: '-1' }, /^PORT .*'-1'/],
    [{ PORT: '80.5' }, /^PORT .*'80\.5'/],
    [{ PORT: '0x50' }, /^PORT .*'0x50'/],
    [{ HOST: 'not a host' }, /^HOST must be an IP address or a host name, and is 'not a host'\.$/],
    [{ HOST: 'http://localhost' }, /^HOST .*'http:\/\/localhost'/],
    [{ PUBLIC_URL: 'impromptu.example' }, /^PUBLIC_URL must be an http or https address/],
    [{ PUBLIC_URL: 'https://a"b.example' }, /^PUBLIC_URL .*'https:\/\/a"b\.example'/],
    [{ PUBLIC_URL: 'ftp://impromptu.example' }, /^PUBLIC_URL .*'ftp:/],
    [{ PUBLIC_URL: 'https://impromptu.example/app' }, /^PUBLIC_URL .*without a path/],
    [{ PUBLIC_URL: 'https://impromptu.example/?a=b' }, /^PUBLIC_URL /],
    [
      { PUBLIC_URL: 'https://me:secret@impromptu.example' },
      /^PUBLIC_URL .*'https:\/\/…@impromptu\.example'/,
    ],
    [{ DATABASE_URL: 'impromptu.db' }, /^DATABASE_URL must be "file:" and a path.*'impromptu\.db'/],
    [{ DATABASE_URL: 'file:file:x.db' }, /^DATABASE_URL .*'file:file:x\.db'/],
    [{ DATABASE_URL: 'file:' }, /^DATABASE_URL .*'file:'/],
    [
      { DATABASE_URL: 'file:~/x.db' },
      /^DATABASE_URL .*\(~ and \$ are not replaced.*'file:~\/x\.db'/,
    ],
    [{ DATABASE_URL: 'file:~ana/x.db' }, /^DATABASE_URL .*'file:~ana\/x\.db'/],
    [{ DATABASE_URL: 'file:$HOME/x.db' }, /^DATABASE_URL .*'file:\$HOME\/x\.db'/],
    [{ DATABASE_URL: 'file:"/srv/x.db"' }, /^DATABASE_URL .*'file:"\/srv\/x\.db"'/],
    [{ DATABASE_URL: 'file: data/x.db' }, /^DATABASE_URL .*'file: data\/x\.db'/],
    [{ DATABASE_URL: 'file::memory:' }, /^DATABASE_URL .*':?file::memory:'/],
    [{ DATABASE_URL: 'file://server/share.db' }, /^DATABASE_URL /],
    [{ DATABASE_URL: 'mysql://root:secret@db/x' }, /^DATABASE_URL .*'mysql:\/\/…@db\/x'/],
    [{ DATABASE_URL: 'postgres://u:sec/ret@db/x' }, /^DATABASE_URL .*'postgres:\/\/…@db\/x'/],
    [{ DATABASE_URL: 'postgres://u:se cr/et@db/x' }, /^DATABASE_URL .*'postgres:\/\/…@db\/x'/],
    [{ DATABASE_URL: 'postgres:u:secret@db/x' }, /^DATABASE_URL .*'postgres:…@db\/x'/],
    [{ DATABASE_URL: '"postgres://u:secret@db/x"' }, /^DATABASE_URL .*'"postgres:\/\/…@db\/x"'/],
    [{ DATABASE_URL: 'pg+tls://u:secret@db/x' }, /^DATABASE_URL .*'pg\+tls:\/\/…@db\/x'/],
    [
      { DATABASE_URL: 'mysql://db/x?password=secret' },
      /^DATABASE_URL .*'mysql:\/\/db\/x\?password=…'/,
    ],
    [
      { TRUSTED_PROXIES: 'nginx', ...PUBLIC },
      /^TRUSTED_PROXIES must be IP addresses and CIDR ranges.*'nginx'/,
    ],
    [{ TRUSTED_PROXIES: '10.0.0.0/8/9', ...PUBLIC }, /^TRUSTED_PROXIES .*'10\.0\.0\.0\/8\/9'/],
    [{ TRUSTED_PROXIES: '::1/', ...PUBLIC }, /^TRUSTED_PROXIES .*'::1\/'/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33', ...PUBLIC }, /^TRUSTED_PROXIES .*'10\.0\.0\.0\/33'/],
    [
      { TRUSTED_PROXIES: '0.0.0.0/0', ...PUBLIC },
      /^TRUSTED_PROXIES .* \/0 would let every client forge .*'0\.0\.0\.0\/0'/,
    ],
    ...['::/0', '::/1', '0.0.0.0/1,128.0.0.0/1', '::ffff:0:0/96', '0::ffff:0:0/97', '2000::/3'].map(
      (TRUSTED_PROXIES): [Record<string, string>, RegExp] => [
        { TRUSTED_PROXIES, ...PUBLIC },
        /^TRUSTED_PROXIES /,
      ],
    ),
    [{ TRUSTED_PROXIES: 'fd00::/129', ...PUBLIC }, /^TRUSTED_PROXIES /],
    [{ TRUSTED_PROXIES: '1', ...PUBLIC }, /^TRUSTED_PROXIES .*'1'/],
    [{ TRUSTED_PROXIES: '10.0.0.1,,10.0.0.2', ...PUBLIC }, /^TRUSTED_PROXIES /],
    [
      { APP_API_KEYS: 'secret' },
      /^APP_API_KEYS must be keys of at least 32 .*, and is something else, not shown here\.$/,
    ],
    [{ APP_API_KEYS: `${KEY},secret` }, /^APP_API_KEYS /],
    [{ APP_API_KEYS: `${KEY},` }, /^APP_API_KEYS /],
    [{ APP_API_KEYS: `sha256:${'ab'.repeat(31)}` }, /^APP_API_KEYS .*sha256: .* not shown here/],
    [{ APP_API_KEYS: `sha256:${'ag'.repeat(32)}` }, /^APP_API_KEYS /],
    [{ APP_API_KEYS: `SHA256:${'ab'.repeat(32)}` }, /^APP_API_KEYS /],
    [{ APP_API_KEYS: `${KEY} ${KEY}` }, /^APP_API_KEYS /],
    [{ APP_API_KEYS: `${KEY}ü` }, /^APP_API_KEYS /],
    [{ METRICS_TOKEN: 'secret' }, /^METRICS_TOKEN must be .* at least 32 .*, not shown here\.$/],
    [
      { PROFILE_IMAGE_HOSTS: 'https://a.example' },
      /^PROFILE_IMAGE_HOSTS must be host names.*'https:/,
    ],
    [{ PROFILE_IMAGE_HOSTS: 'a.example:8443' }, /^PROFILE_IMAGE_HOSTS .*'a\.example:8443'/],
    [{ PROFILE_IMAGE_HOSTS: 'a.example,,b.example' }, /^PROFILE_IMAGE_HOSTS /],
    [{ PROFILE_IMAGE_HOSTS: "a.example; script-src 'unsafe-inline'" }, /^PROFILE_IMAGE_HOSTS /],
    [{ PROFILE_IMAGE_HOSTS: '*.example' }, /^PROFILE_IMAGE_HOSTS /],
    [{ RATE_LIMITS: 'no' }, /^RATE_LIMITS must be on or off, and is 'no'\.$/],
    [{ NODE_ENV: 'prod' }, /^NODE_ENV must be production, development or test, and is 'prod'\.$/],
    [{ HOST: '0.0.0.0' }, /^PUBLIC_URL must .* HOST is 0\.0\.0\.0, but PUBLIC_URL is not set\.$/m],
    [{ HOST: '192.168.0.5' }, /^PUBLIC_URL .*HOST is 192\.168\.0\.5/],
    [{ NODE_ENV: 'production' }, /^PUBLIC_URL .*NODE_ENV is production, but PUBLIC_URL is not set/],
    [{ TRUSTED_PROXIES: '10.0.0.1' }, /^PUBLIC_URL .*PROXIES is set, but PUBLIC_URL is not set/],
    [
      { RATE_LIMITS: 'off', ...PUBLIC },
      /^RATE_LIMITS must be on, because PUBLIC_URL is https:.*'off'/,
    ],
    [{ RATE_LIMITS: 'off', HOST: '::', ...PUBLIC }, /^RATE_LIMITS must be on, because HOST is ::/],
    [
      { RATE_LIMITS: 'off', NODE_ENV: 'production', ...PUBLIC },
      /^RATE_LIMITS must be on, because NODE_ENV/,
    ],
  ];
  for (const [environment, named] of wrong) {
    test(`are refused with a sentence for ${JSON.stringify(environment)}`, () => {
      assert.throws(
        () => readSettings(environment),
        (error) => {
          assert.ok(error instanceof StartRefusal);
          assert.match(error.message, named);
          assert.doesNotMatch(error.message, /secret|secure/);
          return true;
        },
      );
    });
  }

  test('that are wrong are listed together, one per line', () => {
    assert.throws(() => readSettings({ PORT: 'x', RATE_LIMITS: 'y' }), {
      message: /^PORT .*\nRATE_LIMITS .*$/,
    });
  });

  test('that do not fit the others are listed together, one per line', () => {
    const environment = {
      HOST: '0.0.0.0',
      RATE_LIMITS: 'off',
      SMS_FROM: '+15550009999',
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'hello@impromptu.example',
    };
    assert.throws(() => readSettings(environment), {
      message:
        /^PUBLIC_URL .* HOST is .*\nRATE_LIMITS .*\nSMS_TWILIO_ACCOUNT_SID .*\nSMS_TWILIO_AUTH_TOKEN .*\nPUBLIC_URL .* SMTP_URL is set .*$/,
    });
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
