import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultAvailability } from '../contract/availability.ts';
import { refusalOf } from '../testing/command-refusal.ts';
import { runProgram } from '../testing/server-process.ts';
import { createTestApp, siteForSuite } from '../testing/test-app.ts';
import { addAdmin } from './admin.ts';
import { addApp } from './app.ts';

const ANA = '+15550001111';
const BETA = 'https://testflight.apple.com/join/AbC123';
const PLAY = 'https://play.google.com/store/apps/details?id=example.impromptu.app';

describe('./site app, admin change and audit', () => {
  const site = siteForSuite(() => createTestApp({ clock: Date.now }));

  const run = (...parameters: string[]) =>
    runProgram(parameters, { DATABASE_URL: site.databaseUrl });

  test('refuse wrong input with a sentence and exit code 1, and store nothing', async () => {
    const refused: [string[], RegExp][] = [
      [['app', 'ios', 'gone'], /gone.*Allowed choices are beta, paused, preorder, launched/],
      [
        ['app', 'ios', 'beta', '--link', 'https://testflight.apple.com.evil.example/join/x'],
        /^While iOS is "beta", its link must be https:\/\/testflight\.apple\.com\/join\/CODE, and is 'https:\/\/testflight\.apple\.com\.evil\.example\/join\/x'\. Nothing was changed\.$/,
      ],
      [['app', 'undo'], /^No change of the app is left to undo\.$/],
      [['admin', 'change', ANA, '--waitlist'], /^\+15550001111 is not an admin\. /],
      [['admin', 'change', ANA], /^Name what to change/],
    ];
    for (const [parameters, sentence] of refused) {
      const add = parameters[0] === 'app' ? addApp : addAdmin;
      const said = await refusalOf(add, parameters, { DATABASE_URL: site.databaseUrl });
      assert.match(said, sentence);
    }
    const { code, stderr, stdout } = await run('app', 'undo');
    const printed = 'No change of the app is left to undo.\n';
    assert.deepEqual([code, stdout, stderr], [1, '', printed]);
    assert.deepEqual((await site.storage.availability.read()).state, defaultAvailability);
    assert.deepEqual(await site.storage.audit.entries(), []);
  });

  test('show the state, change it, bring it back, and tell who did so', async () => {
    const told = async (...parameters: string[]) => (await run('app', ...parameters)).stdout;
    assert.equal(await told(), 'iOS beta, Android soon\n');
    assert.equal(await told('ios', 'paused'), 'Now: iOS paused, Android soon\n');
    assert.match(await told(), /^iOS paused, Android soon, since \d{4}-\d\d-\d\d \d\d:\d\d UTC\n$/);
    assert.equal(
      await told('ios', 'paused'),
      'This is the state already: iOS paused, Android soon\n',
    );
    await told('ios', 'beta', '--link', BETA);
    assert.equal(
      await told('android', 'launched', '--link', PLAY),
      `Now: iOS beta (${BETA}), Android launched (${PLAY})\n`,
    );
    assert.equal(await told('undo'), `Now: iOS beta (${BETA}), Android soon\n`);

    assert.match(
      (await run('admin', 'add', ANA, '--waitlist')).stdout,
      /is now an admin\.\n.* has the right to the waitlist/,
    );
    assert.equal((await run('admin', 'list')).stdout, `${ANA} waitlist\n`);
    await run('admin', 'change', ANA, '--no-waitlist');
    assert.equal((await run('admin', 'list')).stdout, `${ANA}\n`);

    await run('admin', 'remove', ANA);

    const { stdout } = await run('audit');
    const acts = stdout
      .trim()
      .split('\n')
      .map((line) => {
        assert.match(line, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}command line /);
        return line.slice(38);
      });
    assert.deepEqual(acts, [
      'changed the state of the app to iOS paused, Android soon',
      `changed the state of the app to iOS beta (${BETA}), Android soon`,
      `changed the state of the app to iOS beta (${BETA}), Android launched (${PLAY})`,
      `undid a change, so that the state of the app is iOS beta (${BETA}), Android soon`,
      `made an admin of ${ANA}`,
      `gave the right to the waitlist to ${ANA}`,
      `withdrew the right to the waitlist from ${ANA}`,
      `removed the admin ${ANA}`,
    ]);
  });
});
