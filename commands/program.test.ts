import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { PROGRAM } from '../testing/server-process.ts';

describe('impromptu', () => {
  const impromptu = (...parameters: string[]) =>
    promisify(execFile)(process.execPath, [PROGRAM, ...parameters], {
      env: { DATABASE_URL: 'file:/proc/nowhere/impromptu.db' },
    }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (failed: { code: number; stdout: string; stderr: string }) => failed,
    );

  test('has help texts', async () => {
    for (const [parameters, expected] of [
      [['--version'], /^\d+\.\d+\.\d+\n$/],
      [['--help'], /serve[\s\S]*export[\s\S]*erase/],
      [['serve', '--help'], /PORT +port to listen on[\s\S]*TRUSTED_PROXIES/],
      [['export', '--help'], /waitlist/],
      [
        ['export', 'waitlist', '--help'],
        /joined_at[\s\S]*npx impromptu export waitlist > waitlist\.csv/,
      ],
      [
        ['import', 'users', '--help'],
        /profileImageUrl[\s\S]*npx impromptu import users users\.csv/,
      ],
      [['import', 'app-invites', '--help'], /inviteId[\s\S]*ISO 8601/],
      [['seed', '--help'], /--remove[\s\S]*npx impromptu seed/],
      [['backup', '--help'], /npx impromptu backup backups/],
      [['restore', '--help'], /--replace[\s\S]*--erasures-of[\s\S]*--despite-age/],
      [['copy', '--help'], /--from[\s\S]*--to/],
      [['erase', 'waitlist', '--help'], /npx impromptu erase waitlist ana@example\.com/],
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
