import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { PROGRAM } from '../../server-process.ts';
import { startMailServerProcess } from './mail-server-process.ts';
import { MAIL, sendTo } from './send-to-fake.ts';

test('a mail server in a separate process knows each letter that it accepted from a killed program', async (t) => {
  const mailServer = await startMailServerProcess();
  t.after(() => mailServer.close());
  await mailServer.misbehave({ CONTENT: { reply: '', afterwards: 'silence', accepts: true } });
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.server.port}`,
    MAIL_FROM: 'hello@impromptu.example',
  };
  const sending = spawn(process.execPath, [PROGRAM, 'letters', 'test', 'ana@example.com'], {
    env,
    stdio: 'ignore',
  });
  const { to } = await mailServer.next();
  assert.deepEqual(to, ['ana@example.com']);
  sending.kill('SIGKILL');
  await once(sending, 'exit');

  await mailServer.misbehave({});
  const { outcome } = await sendTo(mailServer.server);
  assert.equal(outcome, 'accepted');
  const recipients = mailServer.letters.map((letter) => letter.to);
  assert.deepEqual(recipients, [['ana@example.com'], [MAIL.to]]);
});
