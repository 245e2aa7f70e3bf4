import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FRIENDS_NEED_PLACES } from '../contract/team-waitlist.ts';
import { refusalOf } from '../testing/command-refusal.ts';
import { runProgram } from '../testing/server-process.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { addWaitlist } from './waitlist.ts';

describe('./site waitlist', () => {
  let site: TestApp;
  let folder: string;
  before(async () => {
    site = await createTestApp({ clock: Date.now });
    folder = await mkdtemp(join(tmpdir(), 'impromptu-waves-'));
    for (const [n, name] of ['zoe', 'ana', 'ben', 'cy'].entries()) {
      await site.storage.waitlist.join(`${name}@x.example`, n);
    }
  });
  after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  const env = () => ({ DATABASE_URL: site.databaseUrl });
  const run = (...parameters: string[]) => runProgram(parameters, env(), folder);
  const refused = (...parameters: string[]) =>
    refusalOf(addWaitlist, ['waitlist', ...parameters], env());

  test('refuses wrong input before it reserves anybody, and leaves no file', async () => {
    const file = join(folder, 'testers.csv');
    for (const people of ['0', '10001', '1e3', '1000000000', '99999999999', '2.5', 'all', '']) {
      assert.match(
        await refused('take', people, file),
        /^The number of people must be a whole number from 1 to 10,000, and is '.*'\.$/,
        people,
      );
    }
    assert.equal(
      await refused('take', '5', file),
      'Nobody was reserved, because only 4 people can be let in now.',
    );
    assert.equal(await refused('take', '1', file, '--with-friends'), FRIENDS_NEED_PLACES);
    await writeFile(join(folder, 'there.csv'), 'x');
    assert.match(await refused('take', '1', join(folder, 'there.csv')), /exists already/);
    assert.match(
      await refused('take', '1', join(folder, 'none/x.csv')),
      /cannot be written: ENOENT/,
    );
    assert.match(await refused('take', '1', file, '--store', 'amazon'), /Allowed choices are/);
    for (const [phone, store, sentence] of [
      ['iphone', 'play', 'Google Play has no app for an iPhone.'],
      ['android', 'testflight', 'TestFlight has no app for an Android phone.'],
    ] as const)
      assert.equal(await refused('take', '1', file, '--phone', phone, '--store', store), sentence);
    for (const command of ['undo', 'file']) {
      const more = command === 'file' ? [file] : [];
      assert.equal(
        await refused(command, '7', ...more),
        'There is no wave 7. See "./site waitlist waves".',
      );
    }
    assert.match(await refused('back', 'nobody@x.example'), /is not on the waitlist\.$/);
    assert.match(await refused('back', 'nobody'), /is not an email address\.$/);
    assert.deepEqual(await site.storage.waves.list(9), []);
    assert.deepEqual(await readdir(folder), ['there.csv']);
  });

  test('takes people into a file, writes it again, sets them back, and hears who is in', async () => {
    const taken = await run('waitlist', 'take', '2', 'testers.csv');
    assert.deepEqual(taken, {
      code: 0,
      stdout: 'Wave 1: its people are invited. Addresses for TestFlight in testers.csv: 2.\n',
      stderr: '',
    });
    const file = join(folder, 'testers.csv');
    assert.equal(await readFile(file, 'utf8'), ',,ana@x.example\n,,zoe@x.example\n');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await run('waitlist', 'file', '1', 'play.csv', '--store', 'play');
    assert.equal(
      await readFile(join(folder, 'play.csv'), 'utf8'),
      'ana@x.example\nzoe@x.example\n',
    );
    await writeFile(
      join(folder, 'in.csv'),
      'email\nana@x.example\nnot an address\nnobody@x.example\n',
    );
    const told = await run('import', 'app-arrivals', 'in.csv');
    assert.deepEqual(
      [told.code, told.stdout, told.stderr],
      [1, '2 stored, 0 known already, 1 refused.\n', 'Line 3: The email address is not valid.\n'],
    );
    assert.match(
      (await run('waitlist', 'back', 'ZOE@x.example')).stdout,
      /was invited, and waits again/,
    );
    assert.match(
      (await run('waitlist')).stdout,
      /^On the list: 4\. Confirmed: 0\. Invited: 0\. In: 1\. Left: 0\./,
    );
    assert.match(
      (await run('waitlist', 'undo', '1')).stdout,
      /^Wave 1: 1 wait again, 1 are in, 0 have left or were removed\.$/m,
    );
    assert.match(
      (await run('waitlist', 'waves')).stdout,
      /^ *WAVE .*\n *1 {2}\d{4}-\d\d-\d\d \d\d:\d\d +2 +0 +0 +1 +1 +0 +undone\n\nThe app last reported who is in: at \d{4}/,
    );
    const acts = (await site.storage.audit.entries()).map(({ act, detail }) => `${act} ${detail}`);
    assert.deepEqual(acts, [
      'move-back who is not listed',
      'take-people 2 people, wave 1',
      'download-testers wave 1 for TestFlight',
      'invite-wave wave 1',
      'download-testers wave 1 for Google Play',
      'invite-wave wave 1',
      'move-back who was invited',
      'undo-wave wave 1',
    ]);
  });

  test('leaves people reserved whose file cannot be written, and says how to go on', async () => {
    // A folder of this name lets the first check pass, and the rename fail.
    const { storage } = site;
    const taken = await storage.waves.take(
      { people: 1 },
      { order: 'joined', seen: 1 },
      { who: 'command line', at: 2 },
    );
    assert.ok(typeof taken === 'object' && 'id' in taken);
    await mkdir(join(folder, 'full.csv.part'));
    assert.match(await refused('file', '2', join(folder, 'full.csv')), /cannot be written: EISDIR/);
    assert.equal((await storage.waves.find(2))?.reserved, 1);
    await run('waitlist', 'file', '2', 'again.csv');
    assert.equal((await storage.waves.find(2))?.invited, 1);
  });

  test('writes the file for the store of the phone', async () => {
    const { members } = site.storage;
    for (const [name, phone] of [
      ['dan', 'android'],
      ['eve', 'iphone'],
    ] as const) {
      const email = `${name}@x.example`;
      await site.storage.waitlist.join(email, 9);
      await members.confirm(email, 9);
      await members.choosePhone(email, phone);
    }
    const android = await run('waitlist', 'take', '1', 'play-4.csv', '--phone', 'android');
    assert.match(android.stdout, /Addresses for Google Play in play-4\.csv: 1\./);
    assert.equal(await readFile(join(folder, 'play-4.csv'), 'utf8'), 'dan@x.example\n');
    const wave = /^Wave (\d+)/.exec(android.stdout)?.[1] ?? '';
    const again = await run('waitlist', 'file', wave, 'play-again.csv');
    assert.match(again.stdout, /Addresses for Google Play in play-again\.csv: 1\./);
    const iphone = await run('waitlist', 'take', '1', 'flight-5.csv', '--phone', 'iphone');
    assert.match(iphone.stdout, /Addresses for TestFlight/);
    assert.equal(await readFile(join(folder, 'flight-5.csv'), 'utf8'), ',,eve@x.example\n');
  });

  test('gives nobody to two of its processes at once', async () => {
    const files = ['one.csv', 'two.csv'];
    const ran = await Promise.all(files.map((file) => run('waitlist', 'take', '1', file)));
    const written = ran.map(({ stdout }) => stdout !== '');
    const lines = await Promise.all(
      files.filter((_, n) => written[n]).map((file) => readFile(join(folder, file), 'utf8')),
    );
    assert.ok(lines.length > 0);
    assert.equal(new Set(lines).size, lines.length);
    for (const { code, stderr } of ran.filter((_, n) => !written[n])) {
      assert.equal(code, 1);
      assert.match(stderr, /^Nobody was reserved, because the list has changed meanwhile\./);
    }
  });

  test('needs to know whether the site sends letters', async () => {
    await site.storage.mail.begin(0);
    const file = join(folder, 'new.csv');
    assert.match(
      await refused('take', '1', file),
      /^The site has sent letters, but SMTP_URL is not set/,
    );
    assert.equal(
      await refused('take', '1', file, '--order', 'place'),
      'Nobody was reserved, because only 0 people who have confirmed can be let in now.',
    );
  });
});
