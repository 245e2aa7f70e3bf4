import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { PROGRAM } from '../testing/server-process.ts';

describe('./site', () => {
  const impromptu = (...parameters: string[]) =>
    promisify(execFile)(PROGRAM, parameters, {
      env: { DATABASE_URL: 'file:/proc/nowhere/impromptu.db' },
    }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (failed: { code: number; stdout: string; stderr: string }) => failed,
    );

  test('works in every folder, through a link, and with an old Node in the PATH', async (t) => {
    const project = await mkdtemp(join(tmpdir(), 'impromptu-site-'));
    t.after(() => rm(project, { recursive: true }));
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
    await refused('../site', /^Packages or Node 26 are missing\. Run "npm start" once.*\n$/);
    for (const room of ['commands', 'node_modules']) {
      await symlink(join(PROGRAM, '..', room), join(project, room));
    }
    const message = new RegExp(`^There is no database at ${project}/data/impromptu\\.db\\. `);
    for (const command of ['../site', './link', join(project, 'site')]) {
      await refused(command, message);
    }
  });

  test('has help texts', async () => {
    for (const [parameters, expected] of [
      [['--version'], /^\d+\.\d+\.\d+\n$/],
      [['--help'], /serve[\s\S]*export[\s\S]*erase/],
      [['serve', '--help'], /PORT +port to listen on[\s\S]*TRUSTED_PROXIES/],
      [['export', '--help'], /waitlist/],
      [
        ['export', 'waitlist', '--help'],
        /joined_at[\s\S]*\.\/site export waitlist > waitlist\.csv/,
      ],
      [['import', 'users', '--help'], /profileImageUrl[\s\S]*\.\/site import users users\.csv/],
      [['import', 'app-invites', '--help'], /inviteId[\s\S]*ISO 8601/],
      [['seed', '--help'], /--remove[\s\S]*\.\/site seed/],
      [['backup', '--help'], /\.\/site backup backups/],
      [['restore', '--help'], /--replace[\s\S]*--erasures-of[\s\S]*--despite-age/],
      [['copy', '--help'], /--from[\s\S]*--to/],
      [['erase', 'waitlist', '--help'], /\.\/site erase waitlist ana@example\.com/],
    ] as const) {
      const { code, stdout } = await impromptu(...parameters);
      assert.equal(code, 0);
      assert.match(stdout, expected);
    }
  });

  test('has the same help texts after "help"', async () => {
    for (const command of [[], ['copy'], ['admin'], ['admin', 'add'], ['erase', 'waitlist']]) {
      const { code, stdout } = await impromptu('help', ...command);
      assert.equal(code, 0, command.join(' '));
      assert.equal(stdout, (await impromptu(...command, '--help')).stdout);
    }
  });

  test('names an unknown command, and a missing argument', async () => {
    for (const parameters of [['dance'], ['dance', '--help'], ['help', 'dance']]) {
      const { code, stderr } = await impromptu(...parameters);
      assert.equal(code, 1, parameters.join(' '));
      assert.match(stderr, /unknown command 'dance'/);
    }
    assert.match(
      (await impromptu('erase', 'waitlist')).stderr,
      /missing required argument 'email'/,
    );
    // The earlier name, which operators may have in scripts.
    assert.match(
      (await impromptu('letters', 'list')).stderr,
      /^This .* is now "\.\/site mail"\.\n$/,
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
