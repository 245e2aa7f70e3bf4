import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { RESTORED } from '../contract/launch.ts';
import { refusalOf } from '../testing/command-refusal.ts';
import { query } from '../testing/databases/test-databases.ts';
import { PLENTY } from '../testing/databases/test-mail.ts';
import { startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { runProgram, WITH_POSTAL_ADDRESS } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestApp, siteForSuite } from '../testing/test-app.ts';
import { addMailing } from './mailing.ts';

const WORDS = 'The doors are open\n\nCome in.\r\n\r\nSee you: https://apps.apple.com/app/id1\n';

describe('./site mailing', () => {
  const site = siteForSuite(() => createTestApp({ clock: Date.now }));
  const folder = temporaryFolder();
  let mail: Awaited<ReturnType<typeof startFakeMailServer>>;
  before(async () => {
    mail = await startFakeMailServer();
    await writeFile(join(folder, 'news.txt'), WORDS);
    for (const name of ['ana', 'ben', 'cy']) {
      await site.storage.waitlist.join(`${name}@${name}.example`, Date.now() - 1);
      await site.storage.members.confirm(`${name}@${name}.example`, Date.now());
    }
  });
  after(() => mail.close());

  const env = () => ({
    DATABASE_URL: site.databaseUrl,
    SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
    MAIL_FROM: 'hello@impromptu.example',
    MAIL_PER_DAY: '2',
  });
  const run = (...parameters: string[]) =>
    runProgram(['mailing', ...parameters], { ...env(), ...WITH_POSTAL_ADDRESS }, folder);
  const said = async (...parameters: string[]) => {
    const { stdout, stderr } = await run(...parameters);
    return stdout + stderr;
  };
  const refused = (...parameters: string[]) =>
    refusalOf(addMailing, ['mailing', ...parameters], env());

  test('refuses wrong input with a sentence', async () => {
    const test_ = (file: string) => refused('test', file, 'ana@x.example');
    assert.match(await test_(`${folder}/none`), /cannot be read \(ENOENT\)/);
    for (const [text, sentence] of [
      ['Subject\nNo empty line', /second line .* must be empty/],
      [`Subject\n\n${'a'.repeat(100_000)}`, /more than 10000/],
      ['\n\nWords', /subject is empty/],
      ['Subject\n', /no words/],
      ['Subject\n\nhttps://evil.example', /leads elsewhere/],
    ] as const) {
      await writeFile(join(folder, 'wrong.txt'), text);
      assert.match(await test_(join(folder, 'wrong.txt')), sentence);
    }
    const news = join(folder, 'news.txt');
    assert.match(await test_(news), /needs your postal address: .*brand\.ts/);
    const without = { DATABASE_URL: site.databaseUrl };
    const testing = ['mailing', 'test', news, 'ana@x.example'];
    assert.match(await refusalOf(addMailing, testing, without), /SMTP_URL is not set/);
    for (const act of ['pause', 'resume', 'end'])
      assert.equal(await refused(act), 'All mailings have ended.');
    assert.equal(await refused('show'), 'There is no mailing yet.');
    assert.equal(await refused('show', '7'), 'There is no mailing 7.');
  });

  test('previews and tests a mailing, shows it while it runs, and pauses, resumes and ends it', async () => {
    assert.match(await said('preview', 'news.txt', 'preview'), /preview\/mailing\.html\n/);
    const preview = await readFile(join(folder, 'preview/mailing.txt'), 'utf8');
    assert.match(
      preview,
      /Come in\.\n\nSee you: .*\n\nIn tests and previews, .*\n\nOpen my page:\n/,
    );
    assert.match(preview, /\n1 Main Street\nSpringfield\n$/);
    assert.match(await said('test', 'news.txt', 'me@example.com'), /accepted the letter to me@/);
    assert.match(mail.letters[0]?.content ?? '', /^Subject: Test: The doors are open\r$/m);
    const text = { subject: 'The doors are open', words: 'Come in.' };
    const admin = { who: '+15550001111', at: Date.now() };
    await site.storage.mailings.send({ ...text, kind: 'next', people: 2 }, admin);
    assert.match(
      await said('show'),
      /It begins at .* UTC\.\n\n +2 {2}waiting .*\n +2 {2}recipients\n$/,
    );
    await site.storage.letters.take(PLENTY, Date.now() + 600_000);
    await site.storage.letters.markInterrupted();
    assert.match(await said('pause'), /^Mailing 1 is paused: 1 wait, 0 have it\.\n$/);
    assert.match(await said('show', '1'), /It is paused\. An admin has paused it\./);
    await query(site.databaseUrl, "INSERT INTO notice (name, told) VALUES ('restored', '')");
    assert.equal(await refused('resume'), RESTORED);
    await site.storage.launch.goOn(admin);
    assert.equal(await said('resume'), 'Sends to the remaining 1; 0 have it.\n');
    assert.match(await said('show'), /^The dashboard lists the uncertain ones: look them up/m);
    assert.equal(await said('end'), 'Mailing 1 has ended: 0 have it, 1 may have it.\n');
    await site.storage.letters.assumeDelivered(1, admin);
    const returned = ['ana@ana.example', 'ben@ben.example'].map((email) => {
      return { email, result: 'complained' as const };
    });
    await site.storage.returnedLetters.report(returned, { who: 'app', at: Date.now() });
    assert.match(
      await said('show'),
      /It ended at .*\n\n +1 {2}accepted .*\n +1 {2}ended .*\n +2 {2}recipients\nOf the accepted, 0 bounced, and 1 were reported as spam\.\n$/,
    );
    const acts = (await site.storage.audit.entries()).map(({ act }) => act);
    assert.deepEqual(acts, [
      ...['test-mailing', 'send-mailing', 'pause-mailing', 'go-on'],
      ...['resume-mailing', 'end-mailing', 'assume-delivered', 'report-returned'],
    ]);
  });
});
