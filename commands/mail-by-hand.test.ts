import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { refusalOf } from '../testing/command-refusal.ts';
import { startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { runProgram } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { addMail } from './mail.ts';

const MAIL_FROM = 'Impromptu <hello@impromptu.example>';
const LOGIN = { user: 'me@mail.example', password: 'very secret' };

describe('./site mail', () => {
  const folder = temporaryFolder();

  /** Runs `./site mail` in `folder`, without a database. */
  async function mail(env: Record<string, string>, ...parameters: string[]) {
    const usual = { DATABASE_URL: 'file:/proc/nowhere/impromptu.db' };
    return await runProgram(['mail', ...parameters], { ...usual, ...env }, folder);
  }

  test('mail test sends one letter', async (t) => {
    const { letters, server, close } = await startFakeMailServer({ login: LOGIN });
    t.after(close);
    const [user, password] = [LOGIN.user, LOGIN.password].map(encodeURIComponent);
    const SMTP_URL = `smtp://${user}:${password}@${server.host}:${server.port}`;
    const { code, stdout } = await mail({ SMTP_URL, MAIL_FROM }, 'test', 'Ana@example.com');
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^The mail server accepted the letter to ana@example\.com: 250 2\.6\.0 Accepted\.\nIf it does not arrive/,
    );
    const [letter, ...more] = letters;
    assert.ok(letter && more.length === 0);
    assert.deepEqual(letter.to, ['ana@example.com']);
    assert.match(letter.content, /\r\nSubject: Test: Please confirm/);
    assert.match(letter.content, /\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n/);
    assert.doesNotMatch(letter.content, /\{\{|undefined/);
  });

  test('mail test writes a file with LETTERS=files', async () => {
    const { stdout } = await mail({ LETTERS: 'files' }, 'test', 'ana@example.com');
    assert.match(stdout, /^Written to data\/letters\/\d{8}T.*\.eml\.\n$/);
    assert.equal((await readdir(join(folder, 'data', 'letters'))).length, 2);
  });

  test('mail test says in one line which settings are missing', async () => {
    for (const [env, sentence] of [
      [{}, /^The site sends no letters, because SMTP_URL is not set\. .*$/],
      [{ SMTP_URL: 'smtp://mail.invalid', MAIL_FROM }, /^PUBLIC_URL must be an http.*$/],
    ] as const) {
      assert.match(await refusalOf(addMail, ['mail', 'test', 'ana@example.com'], env), sentence);
    }
  });

  test('mail test refuses a text that is not an address', async () => {
    const said = await refusalOf(addMail, ['mail', 'test', 'ana'], { LETTERS: 'files' });
    assert.equal(said, "'ana' is not an email address.");
  });

  test('mail preview writes each letter in three forms', async () => {
    const { code, stdout } = await mail({}, 'preview', 'some/preview');
    assert.equal(code, 0);
    const paths = stdout.trim().split('\n');
    assert.deepEqual(
      paths.toSorted(),
      [
        ...['confirm', 'earlier', 'invited', 'last-call', 'launch-to-come', 'launch'],
        ...['mailing', 'position'],
      ]
        .flatMap((kind) => ['eml', 'html', 'txt'].map((ending) => `${kind}.${ending}`))
        .map((name) => join('some/preview', name)),
    );
    for (const path of paths) {
      const content = await readFile(join(folder, path), 'utf8');
      assert.doesNotMatch(content, /\{\{|undefined/);
    }
    const position = await readFile(join(folder, 'some/preview/position.txt'), 'utf8');
    assert.match(position, /You are number 118\./);
    assert.match(position, /http:\/\/localhost:3000\/\?via=[2-9a-z]{8}/);
    await writeFile(join(folder, 'file'), '');
    const file = join(folder, 'file');
    assert.equal(
      await refusalOf(addMail, ['mail', 'preview', file], {}),
      `${file}/confirm.html cannot be written (${file} is not a folder).`,
    );
  });
});
