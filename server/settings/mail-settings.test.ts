import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TWILIO_SETTINGS } from '../../testing/fakes/fake-twilio.ts';
import { USUAL_SENDER } from './mail-settings.ts';
import { parseMailFrom } from './parse-values.ts';
import { readMailSettings, readSettings } from './read-settings.ts';

const PUBLIC_URL = 'https://impromptu.example';
const MAIL_FROM = 'Impromptu <hello@impromptu.example>';
const SMTP = { SMTP_URL: 'smtp://me:verysecret@mail.example', MAIL_FROM, PUBLIC_URL };
const USUAL = { from: MAIL_FROM, budget: { perHour: 100, perDay: 1000 } };

describe('the settings of letters', () => {
  test('by default send no letters', () => {
    assert.equal(readSettings({}).mail, undefined);
    assert.equal(readMailSettings({}), undefined);
  });

  test('are the same for a server and for a command', () => {
    const mail = readMailSettings(SMTP);
    assert.ok(mail);
    assert.deepEqual(readSettings({ ...SMTP, ...TWILIO_SETTINGS }).mail, mail);
    const files = { LETTERS: 'files' };
    assert.deepEqual(readSettings(files).mail, readMailSettings(files));
  });

  const addresses: [url: string, server: object][] = [
    ['smtp://mail.example', { port: 587, tls: 'required' }],
    ['smtp://Mail.example:2525/', { port: 2525, tls: 'required' }],
    ['smtps://mail.example', { port: 465, tls: 'implicit' }],
    ['smtp://localhost:25', { host: 'localhost', port: 25, tls: 'none' }],
    ['smtps://[::1]', { host: '::1', port: 465, tls: 'implicit' }],
    ['smtp://[2001:db8::1]', { host: '2001:db8::1', port: 587, tls: 'required' }],
    [
      'smtp://me%40mail.example:a%3Ab%2F%23%25%C3%A9@mail.example',
      {
        port: 587,
        tls: 'required',
        login: { user: 'me@mail.example', password: 'a:b/#%é' },
      },
    ],
  ];
  for (const [url, server] of addresses) {
    test(`send by ${url}`, () => {
      const greetsAs = 'impromptu.example';
      const usual = { host: 'mail.example', login: undefined, greetsAs };
      assert.deepEqual(readMailSettings({ ...SMTP, SMTP_URL: url }), {
        ...USUAL,
        by: 'smtp',
        server: { ...usual, ...server },
      });
    });
  }

  test('greet with MAIL_HELO, or with the name of PUBLIC_URL if it is a domain name', () => {
    const here = { SMTP_URL: 'smtp://127.0.0.1' };
    for (const [settings, name] of [
      [{}, 'impromptu.example'],
      [{ MAIL_HELO: 'mail.other.example' }, 'mail.other.example'],
      // A mail server on this machine needs no PUBLIC_URL.
      [{ ...here, PUBLIC_URL: undefined }, undefined],
      [{ ...here, PUBLIC_URL: 'http://127.0.0.1:3000' }, undefined],
      [{ ...here, PUBLIC_URL: 'http://localhost' }, undefined],
    ] as const) {
      const mail = readMailSettings({ ...SMTP, ...settings });
      assert.ok(mail?.by === 'smtp');
      assert.equal(mail.server.greetsAs, name, JSON.stringify(settings));
    }
  });

  test('write files for development', () => {
    assert.deepEqual(readMailSettings({ LETTERS: 'files' }), {
      ...USUAL,
      by: 'files',
      folder: 'data/letters',
      from: USUAL_SENDER,
    });
    const more = { MAIL_FROM, MAIL_PER_HOUR: '5', MAIL_PER_DAY: '7' };
    const { from, budget } = readMailSettings({ LETTERS: 'files', ...more }) ?? {};
    assert.deepEqual([from, budget], [MAIL_FROM, { perHour: 5, perDay: 7 }]);
  });

  test('without effect are named in a warning', () => {
    const unused = { MAIL_FROM, MAIL_PER_HOUR: '5', MAIL_PER_DAY: '7' };
    assert.equal(
      readSettings(unused).warning,
      'SMTP_URL is not set, so these settings have no effect: MAIL_FROM, MAIL_PER_HOUR, MAIL_PER_DAY.',
    );
    assert.equal(readSettings({ ...unused, LETTERS: 'files' }).warning, undefined);
    assert.equal(readSettings({ ...unused, ...SMTP, ...TWILIO_SETTINGS }).warning, undefined);
    assert.equal(
      readSettings({ MAIL_PER_DAY: '7', SMS_PER_DAY: '7', FIREBASE_PROJECT_ID: 'demo-x' }).warning,
      'IDENTITY is embedded, so these settings have no effect: FIREBASE_PROJECT_ID. SMTP_URL is not set, so these settings have no effect: MAIL_PER_DAY.',
    );
  });

  test('have a sender with or without a name', () => {
    const address = 'hello@impromptu.example';
    assert.deepEqual(parseMailFrom(address), { name: '', address });
    assert.deepEqual(parseMailFrom(`<${address}>`), { name: '', address });
    assert.deepEqual(parseMailFrom(`Zoë’s, Inc. <${address}>`), { name: 'Zoë’s, Inc.', address });
    assert.deepEqual(parseMailFrom(`"Impromptu, Inc." <${address}>`), {
      name: 'Impromptu, Inc.',
      address,
    });
  });
});
