import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusalOf } from '../testing/command-refusal.ts';
import { CHAT_SECRET, startFakeChat } from '../testing/fakes/fake-chat.ts';
import { startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { runProgram } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { addNotices } from './notices.ts';

describe('./site notices test', () => {
  const folder = temporaryFolder();

  /** Without a database. */
  const run = (env: Record<string, string>) =>
    runProgram(
      ['notices', 'test'],
      { DATABASE_URL: 'file:/proc/nowhere/impromptu.db', ...env },
      folder,
    );
  const PUBLIC_URL = 'https://impromptu.example';
  const SENTENCE =
    'Impromptu at impromptu.example: this is a test. Here you read each day after 8:00 (UTC) what has happened on the day before, if anything has.';

  test('sends a sentence to the chat and by mail, and prints both answers', async (t) => {
    await using chat = await startFakeChat();
    const mail = await startFakeMailServer();
    t.after(() => mail.close());
    const { code, stdout } = await run({
      PUBLIC_URL,
      NOTIFY_URL: chat.url,
      DIGEST_TO: 'ana@x.example',
      SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
      MAIL_FROM: 'hello@impromptu.example',
    });
    assert.equal(code, 0);
    assert.deepEqual(chat.texts, [SENTENCE]);
    assert.equal(mail.letters.length, 1);
    const [sentence = '', ...answers] = stdout.trimEnd().split('\n');
    assert.match(sentence, /^At \d{4}-\d\d-\d\dT[\d:.]+Z: /);
    assert.ok(sentence.endsWith(SENTENCE));
    assert.match(
      answers[0] ?? '',
      /^chat: accepted\. 127\.0\.0\.1:\d+ answered 200 after \d\.\d s$/,
    );
    assert.match(answers[1] ?? '', /^mail: accepted\. ana@x\.example: /);
  });

  test('ends with exit code 1 if the chat refuses it, and shows no secret', async () => {
    await using chat = await startFakeChat((response) =>
      response.writeHead(404).end('invalid_token'),
    );
    const { code, stdout, stderr } = await run({ NOTIFY_URL: chat.url });
    assert.equal(code, 1);
    assert.match(
      stdout,
      /\nchat: refused\. 127\.0\.0\.1:\d+ answered 404 after \d\.\d s: invalid_token\n/,
    );
    assert.equal(stderr, 'A notice was not delivered.\n');
    assert.ok(!(stdout + stderr).includes(CHAT_SECRET));
  });

  test('is refused without receivers, and for addresses without a mail server', async () => {
    assert.match(await refusalOf(addNotices, ['notices', 'test'], {}), /neither NOTIFY_URL nor/);
    const without = { DIGEST_TO: 'ana@x.example' };
    assert.match(await refusalOf(addNotices, ['notices', 'test'], without), /needs a mail server/);
  });
});
