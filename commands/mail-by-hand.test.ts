import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { refusalOf } from '../testing/command-refusal.ts';
import { createAuthority } from '../testing/databases/test-certificates.ts';
import {
  type FakeMailServer,
  type FakeMailServerOptions,
  startFakeMailServer,
} from '../testing/fakes/fake-mail-server.ts';
import { runProgram } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { addMail } from './mail.ts';

const MAIL_FROM = 'Impromptu <hello@impromptu.example>';
const LOGIN = { user: 'me@mail.example', password: 'very secret' };
const authority = createAuthority();

describe('./site mail', () => {
  const folder = temporaryFolder();
  before(async () => {
    await writeFile(join(folder, 'authority.pem'), authority.certificate);
  });

  /** Runs `./site mail` in `folder`, without a database. */
  async function mail(env: Record<string, string>, ...parameters: string[]) {
    const usual = { DATABASE_URL: 'file:/proc/nowhere/impromptu.db' };
    return await runProgram(['mail', ...parameters], { ...usual, ...env }, folder);
  }

  /** Runs `mail test` with the settings for a new fake mail server. */
  async function runTest(
    options: FakeMailServerOptions,
    { login = options.login, env = {} }: Circumstances = {},
  ) {
    const fake = await startFakeMailServer(options);
    try {
      const SMTP_URL = urlOf(fake, login);
      const result = await mail({ SMTP_URL, MAIL_FROM, ...env }, 'test', 'Ana@example.com');
      return { ...result, letters: fake.letters };
    } finally {
      await fake.close();
    }
  }
  interface Circumstances {
    login?: FakeMailServerOptions['login'];
    env?: Record<string, string>;
  }

  function urlOf({ server }: FakeMailServer, login: FakeMailServerOptions['login']): string {
    const scheme = server.tls === 'implicit' ? 'smtps' : 'smtp';
    const user = login ? `${[login.user, login.password].map(encodeURIComponent).join(':')}@` : '';
    return `${scheme}://${user}${server.host}:${server.port}`;
  }

  test('mail test sends one letter', async () => {
    const { code, stdout, letters } = await runTest({ login: LOGIN });
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

  test('mail test accepts the certificate of an authority that the system knows', async () => {
    const { certificate: cert, key } = authority.certify('localhost');
    const options = { tls: 'implicit', host: 'localhost', cert, key } as const;
    const env = { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') };
    const trusted = await runTest(options, { env });
    assert.equal(trusted.code, 0, trusted.stderr);
    assert.equal(trusted.letters.length, 1);
    const unknown = await runTest(options);
    assert.match(
      unknown.stderr,
      /^The certificate of localhost is not valid .*NODE_EXTRA_CA_CERTS/,
    );
  });

  test('mail test says in one line what is wrong with the login', async () => {
    const login = { user: LOGIN.user, password: 'wrong' };
    const { code, stdout, stderr } = await runTest({ login: LOGIN }, { login });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /^The mail server refused the login: 535 .* Check user and password in SMTP_URL;.*\n$/,
    );
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
        ...['mailing', 'place'],
      ]
        .flatMap((kind) => ['eml', 'html', 'txt'].map((ending) => `${kind}.${ending}`))
        .map((name) => join('some/preview', name)),
    );
    for (const path of paths) {
      const content = await readFile(join(folder, path), 'utf8');
      assert.doesNotMatch(content, /\{\{|undefined/);
    }
    const place = await readFile(join(folder, 'some/preview/place.txt'), 'utf8');
    assert.match(place, /You are number 118\./);
    assert.match(place, /http:\/\/localhost:3000\/\?via=[2-9a-z]{8}/);
    for (const name of ['authority.pem', 'authority.pem/preview']) {
      const given = join(folder, name);
      assert.equal(
        await refusalOf(addMail, ['mail', 'preview', given], {}),
        `${given}/confirm.html cannot be written (${given} is not a folder).`,
      );
    }
    assert.match(
      await refusalOf(addMail, ['mail', 'preview', '/proc/nowhere/x'], {}),
      /^\/proc\/nowhere\/x\/confirm\.html cannot be written \(E[A-Z]+\)\.$/,
    );
  });
});
