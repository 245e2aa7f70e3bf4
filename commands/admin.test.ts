import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { HOUR_MS } from '../contract/durations.ts';
import { refusalOf } from '../testing/command-refusal.ts';
import { runProgram } from '../testing/server-process.ts';
import { createTestApp, siteForSuite } from '../testing/test-app.ts';
import { codeInLog, TestBrowser } from '../testing/test-browser.ts';
import { addAdmin } from './admin.ts';

const ANA = '+15550001111';
const BEN = '+15550002222';

describe('./site admin', () => {
  const site = siteForSuite(() => createTestApp({ clock: Date.now }));

  const admin = (...parameters: string[]) =>
    runProgram(['admin', ...parameters], { DATABASE_URL: site.databaseUrl });
  const refused = (...parameters: string[]) =>
    refusalOf(addAdmin, ['admin', ...parameters], { DATABASE_URL: site.databaseUrl });

  test('adds and removes admins, and lists them', async () => {
    assert.equal((await admin('add', '+1 555 000 1111')).stdout, `${ANA} is now an admin.\n`);
    const same = '\u202d+1 (555) 000-1111\u202c';
    assert.equal((await admin('add', same)).stdout, `${ANA} is an admin already.\n`);
    await admin('add', BEN);
    assert.equal((await admin('list')).stdout, `${ANA}\n${BEN}\n`);
    assert.equal((await admin('remove', BEN)).stdout, `${BEN} is no longer an admin.\n`);
    const again = await admin('remove', BEN);
    assert.equal(again.code, 1);
    assert.equal(again.stdout, `${BEN} is not an admin.\n`);
    assert.match(
      (await admin('remove', ANA)).stdout,
      /no longer an admin\.\nNo admins are left\. .*ADMIN_PHONES/,
    );
    assert.equal((await admin('list')).stdout, '');
  });

  test('makes a code for the waiting browser, and the code that was sent no longer works', async () => {
    const browser = new TestBrowser(site);
    const { verificationId } = (await browser.askForCode(ANA)).json();
    const sent = codeInLog(site, ANA);
    const { stdout } = await admin('code', ANA);
    const [, code = '', until] =
      /^(\d{6}) is the code for the browser that asked at \d\d:\d\d:\d\d\.\d{3} UTC, until (\d\d:\d\d:\d\d) UTC\.\n/.exec(
        stdout,
      ) ?? [];
    const [waiting] = await site.storage.signInCodes.findWaiting(ANA, Date.now());
    assert.equal(new Date(waiting?.validUntil ?? 0).toISOString().slice(11, 19), until);
    assert.match(stdout, /is not an admin yet and cannot open the dashboard/);
    assert.equal((await browser.enterCode(verificationId, sent)).statusCode, 401);
    assert.equal((await browser.enterCode(verificationId, code)).statusCode, 200);
  });

  test('with --asked makes the code for the browser that asked at that time, even if a stranger asked later', async () => {
    const browser = new TestBrowser(site);
    const { verificationId } = (await browser.askForCode(BEN)).json();
    const [own] = await site.storage.signInCodes.findWaiting(BEN, Date.now());
    const strangers = {
      idHash: randomBytes(32),
      browserHash: randomBytes(32),
      phone: BEN,
      codeHash: randomBytes(32),
      validUntil: (own?.validUntil ?? 0) + 1,
    };
    await site.storage.signInCodes.add(strangers);
    const output = (await admin('code', BEN)).stdout;
    const [, code = '', last, other = ''] =
      /^(\d{6}) .* asked at ([\d:.]{12}) UTC, .*\nOther browsers .*: 1\. They asked at ([\d:.]{12})\. /.exec(
        output,
      ) ?? [];
    assert.notEqual(last, other);
    assert.equal((await browser.enterCode(verificationId, code)).statusCode, 401);
    const { stdout } = await admin('code', BEN, '--asked', other);
    assert.match(stdout, new RegExp(`asked at ${other} UTC, .*\nOther browsers .*: 1\\.`));
    assert.equal((await browser.enterCode(verificationId, stdout.slice(0, 6))).statusCode, 200);
    assert.match(
      await refused('code', BEN, '--asked', other),
      /^No browser that asked at [\d:.]{12} UTC waits .* these times wait: [\d:.]{12}\.$/,
    );
    assert.match(await refused('code', BEN, '--asked', '9:41'), /a time such as 09:41:00/);
    await site.storage.retention.run(strangers.validUntil + HOUR_MS);
  });

  test('makes no code if no browser waits for a code, and refuses an invalid phone number', async () => {
    const { code, stdout, stderr } = await admin('code', BEN);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^No browser waits for a code for \+15550002222\. .*\n$/);
    assert.match(
      await refused('add', '5550001111'),
      /^'5550001111' is not a phone number with its country code, .*$/,
    );
  });
});
