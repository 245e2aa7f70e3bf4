import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, afterEach, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { openStorage } from '../storage/open.ts';
import { query } from '../testing/databases/test-databases.ts';
import { PROGRAM, type ServerProcess, startServer } from '../testing/server-process.ts';

const NOON = Date.UTC(2025, 5, 14, 12);

describe('while a server runs', () => {
  let server: ServerProcess;
  before(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    for (const table of ['waitlist', 'ask', 'letter', 'member', 'letters_begun']) {
      await query(server.databaseUrl, `DELETE FROM ${table}`);
    }
  });
  after(() => server.stop());

  /** Runs the program on the server's database. */
  async function impromptu(...parameters: string[]) {
    const env = { DATABASE_URL: server.databaseUrl };
    return await promisify(execFile)(PROGRAM, parameters, { env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (failed: { code: number; stdout: string; stderr: string }) => failed,
    );
  }

  /** Signs up at given times. Writes to the storage, because the site always uses its own clock. */
  async function joinAt(entries: [email: string, at: number][]): Promise<void> {
    const storage = await openStorage(server.databaseUrl, 'command');
    for (const [email, at] of entries) await storage.waitlist.join(email, at);
    await storage.close();
  }

  test('export waitlist writes RFC 4180 with times in ISO 8601 UTC', async () => {
    await joinAt([
      ['ana@example.com', NOON],
      ['"quoted, and more"@example.com', NOON + 1],
      ['ana@example.com', NOON + 2],
    ]);
    const { code, stdout } = await impromptu('export', 'waitlist');
    assert.equal(code, 0);
    assert.equal(
      stdout,
      [
        '\ufeff"email","joined_at","requests"',
        '"""quoted, and more""@example.com","2025-06-14T12:00:00.001Z",1',
        '"ana@example.com","2025-06-14T12:00:00.000Z",2',
        '',
      ].join('\r\n'),
    );
  });

  test('export waitlist adds state and place if the site has sent letters', async () => {
    await using storage = await openStorage(server.databaseUrl, 'command');
    await storage.mail.begin(NOON);
    for (const email of ['ana@example.com', 'ben@example.com', 'cy@example.com']) {
      await storage.waitlist.join(email, NOON, { via: undefined });
    }
    for (const email of ['cy@example.com', 'ana@example.com']) {
      await storage.members.confirm(email, NOON);
    }
    const { stdout } = await impromptu('export', 'waitlist');
    assert.equal(
      stdout,
      [
        '\ufeff"email","joined_at","requests","state","place"',
        '"ana@example.com","2025-06-14T12:00:00.000Z",1,"confirmed",2',
        '"ben@example.com","2025-06-14T12:00:00.000Z",1,"asked",""',
        '"cy@example.com","2025-06-14T12:00:00.000Z",1,"confirmed",1',
        '',
      ].join('\r\n'),
    );
  });

  test('export waitlist never writes a cell that a spreadsheet runs as a formula', async () => {
    const starts = [
      'a;=1+1;',
      '=',
      '+',
      '-',
      '@',
      '\u{ff1d}',
      '\u{ff0b}',
      '\u{ff0d}',
      '=1+1;',
      '=HYPERLINK("x")',
      '-2+3',
    ];
    await joinAt(starts.map((start, n) => [`${start}x@example.com`, NOON + n]));
    const { stdout } = await impromptu('export', 'waitlist');
    const cells = stdout.trimEnd().split('\r\n').slice(1);
    assert.equal(cells.length, starts.length);
    for (const cell of cells) assert.match(cell, /^"('|a;)[^"]*(""[^"]*)*",/);
  });

  test('export waitlist ends without an error when its reader closes the pipe', async () => {
    await joinAt(Array.from({ length: 5_000 }, (_, n) => [`${n}@example.com`, NOON + n]));
    const command = `"${PROGRAM}" export waitlist | head -n 2`;
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], {
      env: { DATABASE_URL: server.databaseUrl, PATH: '/usr/bin:/bin' },
    });
    assert.equal(stdout.split('\r\n').length, 3);
    assert.equal(stderr, '');
  });

  test('erase waitlist removes an address in upper or lower case', async () => {
    await joinAt([
      ['ana@example.com', NOON],
      ['zoe@example.com', NOON + 1],
    ]);
    assert.deepEqual(await impromptu('erase', 'waitlist', ' Zoe@EXAMPLE.com'), {
      code: 0,
      stdout: 'zoe@example.com is erased from the waitlist.\n',
      stderr: '',
    });
    const { stdout } = await impromptu('export', 'waitlist');
    assert.match(stdout, /ana@example\.com/);
    assert.doesNotMatch(stdout, /zoe/);
  });

  test('erase waitlist removes the address as it is on the list, or else as a sign-up would store it', async () => {
    await joinAt([
      ['zoe@example.com', NOON],
      ['zoe@example.com.', NOON + 1],
    ]);
    for (const erased of ['zoe@example.com.', 'zoe@example.com'])
      assert.equal(
        (await impromptu('erase', 'waitlist', 'zoe@example.com.')).stdout,
        `${erased} is erased from the waitlist.\n`,
      );
  });

  test('erase waitlist reports an address that is not on the list, and an invalid address', async () => {
    const absent = await impromptu('erase', 'waitlist', 'ana@example.com');
    assert.equal(absent.code, 1);
    assert.equal(absent.stdout, 'ana@example.com is not on the waitlist.\n');
    const nonsense = await impromptu('erase', 'waitlist', 'ana');
    assert.equal(nonsense.code, 1);
    assert.equal(nonsense.stderr, "'ana' is not an email address.\n");
  });
});
