// Longer than usual: it has every kind of file that an operator may import, valid or not.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { asCsv } from '../server/csv.ts';
import { openStorage, type Storage } from '../storage/open.ts';
import { PROGRAM, type ServerProcess, startServer } from '../testing/server-process.ts';

const USERS = 'id,username,firstName,profileImageUrl\r\n';
const now = new Date().toISOString();
/** The pause between two looks at the result of an import. */
const LOOK_AGAIN_MS = 50;

describe('./site import, while a server runs,', () => {
  let server: ServerProcess;
  let storage: Storage;
  let folder: string;
  before(async () => {
    server = await startServer();
    storage = await openStorage(server.databaseUrl, 'command');
    folder = await mkdtemp(join(tmpdir(), 'impromptu-import-'));
  });
  after(async () => {
    assert.deepEqual((await storage.inviteEvents.recount()).differences, []);
    await storage.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  function start(parameters: string[], env: Record<string, string> = {}) {
    return spawn(PROGRAM, ['import', ...parameters], {
      env: { DATABASE_URL: server.databaseUrl, ...env },
    });
  }

  /** Runs the command with this input. */
  async function run(subject: string, input: string | Buffer, env: Record<string, string> = {}) {
    const child = start([subject, '-'], env);
    child.stdin.end(input);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code, stdout, stderr };
  }

  async function fileOf(name: string, content: string | Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  async function runOn(subject: string, path: string) {
    const child = start([subject, path]);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code, stdout, stderr };
  }

  test('adds users from CSV, with quotes, commas and Unicode in their names', async () => {
    const file = await fileOf(
      'users.csv',
      `\ufeffusername, id ,profileImageUrl\r\nana,u/1,/portraits/ana.svg\r\n"Zoë ""Z"", Jr.",u2,\r\n`,
    );
    assert.deepEqual(await runOn('users', file), {
      code: 0,
      stdout: '2 stored, 0 known already, 0 refused.\n',
      stderr: '',
    });
    assert.deepEqual(await storage.inviters.find('u/1'), {
      id: 'u/1',
      username: 'ana',
      firstName: null,
      profileImageUrl: '/portraits/ana.svg',
    });
    assert.equal((await storage.inviters.find('u2'))?.username, 'Zoë "Z", Jr.');
  });

  test('adds users from a file with one JSON object per line, and replaces known users', async () => {
    await run('users', `${USERS}u1,old,Old,\r\n`);
    const { stdout } = await run(
      'users',
      '{"id":"u1","username":"ana","firstName":null}\n\n{"id":"u2","username":"ben"}',
    );
    assert.equal(stdout, '2 stored, 0 known already, 0 refused.\n');
    const { username, firstName } = (await storage.inviters.find('u1')) ?? {};
    assert.deepEqual([username, firstName], ['ana', null]);
  });

  test('counts an app invite once when its file is imported twice', async () => {
    await run('users', '{"id":"u1","username":"ana"}\n');
    const file = await fileOf(
      'invites.ndjson',
      [
        { inviteId: 'i1', refUserId: 'u1', action: 'sent', at: now },
        { inviteId: 'i1', refUserId: 'u1', action: 'accepted' },
        { inviteId: 'i2', refUserId: 'u1', action: 'accepted', at: now },
      ]
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    );
    const first = await runOn('app-invites', file);
    const second = await runOn('app-invites', file);
    assert.equal(first.stdout, '3 stored, 0 known already, 0 refused.\n');
    assert.equal(second.stdout, '0 stored, 3 known already, 0 refused.\n');
    const { total } = await storage.inviteEvents.totals();
    assert.deepEqual([total.invitesSent, total.invitesAccepted], [2, 2]);
  });

  test('stores the valid rows of a file, and reports the lines of the others', async () => {
    const rows = [
      ...['u1,ana,,', 'u2,,,', '"u\n3",ben,,', 'u4,ben', 'u5,c"d,,', 'u6,eva,,http://x.y/'],
      'u8,a\ufffeb,,',
    ];
    const { code, stdout, stderr } = await run('users', `${USERS}${rows.join('\r\n')}\r\nu7,zoe,,`);
    assert.equal(code, 1);
    assert.equal(stdout, '2 stored, 0 known already, 6 refused.\n');
    assert.deepEqual(
      stderr.split('\n').map((line) => line.split(' ').slice(0, 5).join(' ')),
      [
        'Line 3: A user must',
        'Line 5: The id must',
        'Line 6: It has more',
        'Line 7: It is not',
        'Line 8: The profileImageUrl must',
        'Line 9: The username must',
        '',
      ],
    );
    assert.match(
      stderr,
      /^Line 3: A user must have the texts id and username, may have the texts firstName and profileImageUrl, and must have no other fields: username is missing\.$/m,
    );
    assert.equal((await storage.inviters.find('u7'))?.username, 'zoe');
  });

  const lineEnds: Record<string, (line: number) => string> = {
    'CR alone': () => '\r',
    'CRLF after the header, and then LF': (line) => (line === 0 ? '\r\n' : '\n'),
    'LF after the header, and then CRLF': (line) => (line === 0 ? '\n' : '\r\n'),
    'CR after the header, and then LF': (line) => (line === 0 ? '\r' : '\n'),
    'alternating line ends': (line) => ['\r\n', '\n', '\r'][line % 3] ?? '',
  };
  for (const [what, end] of Object.entries(lineEnds)) {
    test(`stores every row of a file with ${what}`, async () => {
      const ids = Array.from({ length: 2_000 }, (_, n) => `${what}-${n}`);
      const csv = ['id,username', ...ids.map((id) => `"${id}",ana`), 'bad'];
      const json = ['', ...ids.map((id) => JSON.stringify({ id, username: 'ben' })), 'bad'];
      for (const [name, lines] of [
        ['ends.csv', csv],
        ['ends.ndjson', json],
      ] as const) {
        const content = lines.map((line, index) => `${line}${end(index)}`).join('');
        const { stdout, stderr } = await runOn('users', await fileOf(name, content));
        assert.equal(stdout, '2000 stored, 0 known already, 1 refused.\n');
        assert.match(stderr, /^Line 2002: /);
      }
    });
  }

  for (const [encoding, encode] of [
    ['UTF-16 little endian', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16 big endian', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ] as const) {
    test(`reads ${encoding}, with and without a byte order mark`, async () => {
      const rows = Array.from({ length: 10_000 }, (_, n) => `u${n},名前 😀\r\n`).join('');
      for (const mark of ['\ufeff', '']) {
        const file = await fileOf('wide.csv', encode(`${mark}id,username\r\n${rows}`));
        assert.equal(
          (await runOn('users', file)).stdout,
          '10000 stored, 0 known already, 0 refused.\n',
        );
        assert.equal((await storage.inviters.find('u9999'))?.username, '名前 😀');
        const { stdout } = await run('users', encode(`${mark}{"id":"u1","username":"ana"}`));
        assert.equal(stdout, '1 stored, 0 known already, 0 refused.\n');
      }
      const cut = encode('\ufeffid,username\nu1,ana\nu2,x').subarray(0, -1);
      const { stderr } = await run('users', cut);
      assert.match(stderr, /is cut off within a character.*iconv -f UTF-16 /);
    });
  }

  test('counts a row once, whatever is wrong with it', async () => {
    const bad = ['u1,c"d,', 'u1,c"d', 'u"1,c"d', 'u1,c"d"e"f,"g"', 'u1,a,b,c,d,e', 'u1', 'u"1'];
    const { stdout, stderr } = await run('users', `id,username\n${bad.join('\n')}\nu2,"ana"\n`);
    assert.equal(stdout, `1 stored, 0 known already, ${bad.length} refused.\n`);
    assert.deepEqual(
      stderr.match(/^Line \d+/gm),
      bad.map((_, index) => `Line ${index + 2}`),
    );
  });

  test('ignores blank columns and blank rows of a spreadsheet, and refuses a text in a column without a name', async () => {
    const rows = [
      ',,,,,',
      'id,,username,,,',
      'u1,,ana,,,',
      'u2,,ben',
      ',,,,,',
      ' , ,',
      'u3,x,cy',
      'u4,,dee,,,x',
    ];
    const { stdout, stderr } = await run('users', `${rows.join('\r\n')}\r\n`);
    assert.equal(stdout, '2 stored, 0 known already, 2 refused.\n');
    assert.match(stderr, /^Line 7: It has more .*\nLine 8: It has more .*\n$/);
    const { stderr: separated } = await run('users', 'id;username;;;\n1;ana;;;\n');
    assert.match(separated, /separated by commas, and this file has ";" between them/);
  });

  test('reads CSV as the site writes it', async () => {
    const users = [
      { id: '=1', username: 'Zoë "Z"; Jr., 名前' },
      { id: 'u2', username: "O'Neill" },
    ];
    const steps = async function* () {
      yield users;
    };
    const csv = await Array.fromAsync(asCsv(['id', 'username'], steps()));
    assert.equal(csv[0]?.charAt(0), '\ufeff');
    const { stdout } = await run('users', csv.join(''));
    assert.equal(stdout, '2 stored, 0 known already, 0 refused.\n');
    assert.equal((await storage.inviters.find("'=1"))?.username, users[0]?.username);
  });

  test('reports the first 20 refused lines, and how many more were refused', async () => {
    const { code, stderr } = await run('app-invites', '{}\nnonsense\n'.repeat(1_500));
    assert.equal(code, 1);
    const lines = stderr.trimEnd().split('\n');
    assert.equal(lines.length, 21);
    assert.match(lines[0] ?? '', /^Line 1: A report must have/);
    assert.equal(lines[1], 'Line 2: It is not JSON.');
    assert.equal(lines[20], '2980 more lines were refused.');
  });

  test('accepts images only from the hosts of PROFILE_IMAGE_HOSTS', async () => {
    const row = '{"id":"u1","username":"a","profileImageUrl":"https://elsewhere.example/"}';
    const { stderr } = await run('users', row, { PROFILE_IMAGE_HOSTS: 'images.example' });
    assert.equal(stderr, 'Line 1: Profile images may not come from elsewhere.example.\n');
  });

  test('makes an imported user visible through the running server', async () => {
    const profile = () => fetch(`${server.url}/api/users/seen`);
    assert.equal((await profile()).status, 404);
    await run('users', '{"id":"seen","username":"ana"}');
    // Without a pause the requests would exceed the rate limit, and the test would have to wait for the next minute.
    while ((await profile()).status !== 200) await setTimeout(LOOK_AGAIN_MS);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    test(`ends cleanly on ${signal}, and reports the last stored line`, async () => {
      const child = start(['users', '-']);
      const rows = Array.from(
        { length: 1_000 },
        (_, n) => `{"id":"${signal}${n}","username":"a"}\n`,
      );
      child.stdin.write(rows.join(''));
      while (!(await storage.inviters.find(`${signal}999`))) {
        assert.equal(child.exitCode, null, 'It ended.');
        await setTimeout(LOOK_AGAIN_MS);
      }
      child.kill(signal);
      const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
      assert.equal(code, 130);
      assert.match(
        stdout,
        /^1000 stored.*\nInterrupted after line 1000\. Run the same command again to continue/,
      );
    });
  }

  test('reports the last stored line when an error ends the import', async () => {
    const row = (n: number) => `{"id":"half-${n}","username":"${'a'.repeat(90)}"}\n`;
    const rows = Array.from({ length: 1_900 }, (_, n) => row(n));
    const cut = Buffer.concat([Buffer.from(rows.join('')), Buffer.from([0xff])]);
    const { code, stdout, stderr } = await run('users', cut);
    assert.equal(code, 1);
    const [, stored] =
      /^(\d+) stored, 0 known already, 0 refused\.\nStopped after line \1\. /.exec(stdout) ?? [];
    assert.ok(Number(stored) >= 1_000, stdout);
    assert.match(stderr, /^Standard input must be UTF-8, and is not: .*iconv/);
    assert.ok(await storage.inviters.find(`half-${Number(stored) - 1}`));
  });

  for (const [what, row] of [
    ['a row of more than 64 KiB', `long,${'x'.repeat(70_000)},,`],
    ['an open quotation mark, and more than 64 KiB after it', `open,"${'x\r\n'.repeat(70_000)}`],
    ['an open quotation mark near the end of the file', 'open,"x,,'],
    ['a quotation mark that is not doubled', 'two,"a"b,,\r\nlost,ana,,\r\nquoted,"ana",,'],
  ] as const) {
    test(`ends at ${what}, and reports the last stored line`, async () => {
      const before = Array.from({ length: 1_900 }, (_, n) => `csv-${n},${'a'.repeat(90)},,\r\n`);
      const rows = `${USERS}${before.join('')}${row}\r\nafter,ana,,\r\n`;
      const { code, stdout, stderr } = await runOn('users', await fileOf('ends.csv', rows));
      assert.equal(code, 1);
      assert.equal(
        stdout,
        '1900 stored, 0 known already, 0 refused.\nStopped after line 1901. Run the same command again to continue. No row is counted twice.\n',
      );
      assert.equal(
        stderr,
        'The row after line 1901 is longer than 65536 bytes, or has a quotation mark that is not closed or not doubled. The import ended there.\n',
      );
    });
  }

  const csv = { file: 'b.csv', head: 'id,username\n', row: (id: string) => `${id},ana\n` };
  const json = {
    file: 'b.ndjson',
    head: '\n',
    row: (id: string) => `{"id":"${id}","username":"ana"}\n`,
  };
  for (const good of [0, 1, 2_500]) {
    for (const [what, { file, head, row }, broken, ending] of [
      ['a quotation mark that is not doubled', csv, 'x,"bro"ken', 'The row after line'],
      ['a byte that is not UTF-8', csv, 'x,\xff', 'must be UTF-8'],
      ['a line that is too long', json, 'x'.repeat(140_000), 'is longer than'],
      ['a byte that is not UTF-8', json, '{"id":"\xff"}', 'must be UTF-8'],
    ] as const) {
      test(`with ${good} good rows, one refused row and then ${what} in ${file}, stores the good rows, and reports the refused row and the totals`, async () => {
        const ids = Array.from({ length: good }, (_, n) => `${file}-${what.length}-${good}-${n}`);
        const content = `${head}${ids.map(row).join('')}${row('')}${broken}\n${row('after')}`;
        const path = await fileOf(file, Buffer.from(content, 'latin1'));
        const { code, stdout, stderr } = await runOn('users', path);
        assert.equal(code, 1);
        assert.equal(
          stdout,
          `${good} stored, 0 known already, 1 refused.\nStopped after line ${good + 2}. Run the same command again to continue. No row is counted twice.\n`,
        );
        assert.match(stderr, new RegExp(`^Line ${good + 2}: .*id.*\\n.*${ending}.*\\n$`));
        const lastId = ids.at(-1);
        if (lastId) assert.ok(await storage.inviters.find(lastId));
        assert.equal(await storage.inviters.find('after'), undefined);
      });
    }
  }

  test('says what is wrong with a file that it cannot read', async () => {
    for (const [path, sentence] of [
      [join(folder, 'none.csv'), /^There is no file .*none\.csv\.\n$/],
      [folder, /is a folder, not a file\.\n$/],
      [join(PROGRAM, 'users.csv'), /users\.csv cannot be read: ENOTDIR: not a directory/],
      [join(folder, 'x'.repeat(300)), /x cannot be read: ENAMETOOLONG: name too long/],
    ] as const) {
      const { code, stderr } = await runOn('users', path);
      assert.equal(code, 1);
      assert.match(stderr, sentence);
    }
    for (const [input, sentence] of [
      [
        'id,name\n1,ana\n',
        /^The first line of a CSV file must name the columns\. 'name' is not one of .*\.\n$/,
      ],
      [
        'id,username,id\n1,ana,2\n',
        /^The first line of the CSV file names the column 'id' twice\.\n/,
      ],
      ['id;username\n1;ana\n', /^The columns .* commas, and this file has ";" between them/],
      ['id\tusername\n1\tana\n', /^The columns .* commas, and this file has tabs between them/],
      ['\n [{"id": "1", "username": "ana"}]\n', /one JSON object per line, and begins with "\["/],
      [
        Buffer.from('id,username\n1,\xff\n', 'latin1'),
        /^Standard input must be UTF-8, and is not: .*iconv/,
      ],
      ['', /^Standard input has no rows, so nothing was imported\.\n$/],
      [USERS, /^Standard input has no rows/],
      [`{}\n{${'x'.repeat(100_000)}`, /^Line 2 is longer than 65536 characters/m],
      [`{}\n${'x'.repeat(65_537)}\n{}`, /^Line 2 is longer than 65536 characters/m],
    ] as const) {
      const { code, stderr } = await run('users', input);
      assert.equal(code, 1);
      assert.match(stderr, sentence);
    }
  });
});
