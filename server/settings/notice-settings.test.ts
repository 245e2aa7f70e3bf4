import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSettings } from './read-settings.ts';

const SMTP = { SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'hello@impromptu.example' };
const SECRET = 'T024BE7LD-secret';

const refusalOf = (environment: Record<string, string>): string => {
  try {
    readSettings(environment);
  } catch (error) {
    return (error as Error).message;
  }
  assert.fail('It was not refused.');
};

describe('the settings of notices', () => {
  test('by default name no receivers', () => {
    const { notifyUrl, digestTo } = readSettings({ NOTIFY_URL: '', DIGEST_TO: ' ' });
    assert.deepEqual([notifyUrl, digestTo], [undefined, undefined]);
  });

  for (const url of [
    `https://hooks.slack.com/services/${SECRET}`,
    `https://discord.com/api/webhooks/1/${SECRET}/slack?wait=true`,
    'http://mattermost:8065/hooks/a',
    'http://chat.home.arpa/hooks/a',
    'http://127.0.0.1:8065/hooks/a',
    'http://172.31.0.9/hooks/a',
    'http://[fd12:3456::9]/hooks/a',
  ]) {
    test(`accept ${url}`, () => assert.equal(readSettings({ NOTIFY_URL: url }).notifyUrl, url));
  }

  for (const url of [
    `hooks.slack.com/services/${SECRET}`,
    `ftp://hooks.slack.com/${SECRET}`,
    // An eavesdropper could read the secret.
    `http://hooks.slack.com/services/${SECRET}`,
    `http://172.32.0.1/${SECRET}`,
    `http://[2001:db8::1]/${SECRET}`,
    `http://chat.local.example/${SECRET}`,
    `https://${SECRET}@chat.example/hooks/a`,
    `https://chat.example/hooks/a#${SECRET}`,
    `https:///${SECRET}`,
  ]) {
    test(`refuse ${url}, without showing it`, () => {
      const message = refusalOf({ NOTIFY_URL: url });
      assert.match(
        message,
        /^NOTIFY_URL must be an https address, .*, and is something else, not shown here\.$/,
      );
      assert.ok(!message.includes(SECRET), message);
    });
  }

  test('take one address or several, with a mail server', () => {
    const read = (DIGEST_TO: string) => readSettings({ ...SMTP, DIGEST_TO }).digestTo;
    assert.deepEqual(read('ana@x.example'), ['ana@x.example']);
    assert.deepEqual(read('ana@x.example, bo+news@y.example'), [
      'ana@x.example',
      'bo+news@y.example',
    ]);
    assert.ok(readSettings({ LETTERS: 'files', DIGEST_TO: 'ana@x.example' }).digestTo);
  });

  for (const DIGEST_TO of [
    'ana',
    'ana@x.example,',
    'ana@x.example bo@x.example',
    'Ana <ana@x.example>',
    'ana@x.example\r\nbcc: bo@x.example',
    Array.from({ length: 11 }, (_, n) => `p${n}@x.example`).join(),
  ]) {
    test(`refuse the addresses '${DIGEST_TO.slice(0, 40)}', without showing them`, () => {
      const message = refusalOf({ ...SMTP, DIGEST_TO });
      assert.match(message, /^DIGEST_TO must be one to ten email addresses, .* not shown here\.$/);
    });
  }

  test('refuse addresses without a mail server', () => {
    assert.match(
      refusalOf({ DIGEST_TO: 'ana@x.example' }),
      /^SMTP_URL must be .*, because DIGEST_TO is set, but SMTP_URL is not set\.$/,
    );
  });
});
