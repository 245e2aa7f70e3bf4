import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { query } from '../../testing/databases/test-databases.ts';
import type { FakeMailServerOptions } from '../../testing/fakes/fake-mail-server.ts';
import type { Acts } from '../../testing/fakes/smtp-script.ts';
import { openSmtpSite, type SmtpSite } from '../../testing/smtp-site.ts';
import { TEST_NOW } from '../../testing/test-app.ts';

const LOOK_AGAIN_MS = 20;
const ADMIN = { who: '+15550001111', at: TEST_NOW - HOUR_MS };
/** Each has its own domain, because letters to one domain are limited. */
const addressOf = (n: number) => `person@${n}.example`;

/** A site with a mailing that is due. */
async function open(
  t: TestContext,
  people: number,
  options: FakeMailServerOptions = {},
): Promise<SmtpSite> {
  const running = await openSmtpSite(t, options);
  const { waitlist, members, audit, mailings } = running.site.storage;
  for (let n = 0; n < people; n++) {
    await waitlist.join(addressOf(n), ADMIN.at);
    await members.confirm(addressOf(n), ADMIN.at);
  }
  await audit.record(ADMIN, 'test-mailing');
  const text = { subject: 'Come in, {{year}}', words: 'The doors <are> open.' };
  const sent = await mailings.send({ ...text, kind: 'next', people }, ADMIN);
  assert.equal(typeof sent, 'object');
  return running;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await setTimeout(LOOK_AGAIN_MS);
}

const failures: readonly Acts[] = [
  { CONNECT: { afterwards: 'close' } },
  { CONNECT: { reply: '421 4.7.0 Too many connections', afterwards: 'close' } },
  { EHLO: { reply: '', afterwards: 'reset' } },
  { MAIL: { reply: '550 5.7.1 Not yours' } },
  { RCPT: { reply: '451 4.7.1 Greylisted' } },
  { RCPT: { reply: '550 5.1.1 No such user' } },
  { DATA: { reply: '452 4.3.1 No room' } },
  { CONTENT: { reply: '554 5.6.0 Spam' } },
  { CONTENT: { reply: '', afterwards: 'close' } },
  { CONTENT: { reply: '', afterwards: 'reset', accepts: true } },
];

describe('a mailing', { timeout: 300_000 }, () => {
  test('has each recipient in one part, however the mail server fails, and whoever leaves or is erased', async (t) => {
    const people = 40;
    const { site, mail, later } = await open(t, people);
    const { storage } = site;
    const rows = () =>
      query(
        site.databaseUrl,
        'SELECT id, state, attempts, reply FROM letter WHERE mailing = 1 ORDER BY id',
      );
    mail.play(failures[0]);
    await site.listen();
    for (const [n, failure] of failures.entries()) {
      const before = JSON.stringify(await rows());
      mail.play(failure);
      await until(async () => {
        // A delivery that had begun may have met this failure already, and then waits again.
        later(20 * MINUTE_MS);
        // So many failures pause it.
        await storage.mailings.resume(ADMIN);
        return JSON.stringify(await rows()) !== before;
      });
      await storage.members.leave(addressOf(people - 1 - 2 * n), site.clock());
      await storage.waitlist.erase(addressOf(people - 2 - 2 * n), site.clock());
    }
    mail.play({});
    await until(async () => {
      later(HOUR_MS);
      await storage.mailings.resume(ADMIN);
      return (await storage.mailings.find())?.endedAt !== null;
    });
    const { letters, endedAt } = (await storage.mailings.find()) ?? {};
    assert.ok(letters && endedAt);
    assert.equal(letters.waiting + letters.sending, 0);
    assert.equal(
      Object.values(letters).reduce((sum, count) => sum + count, 0),
      people,
    );
    for (const state of ['accepted', 'refused', 'uncertain', 'gone'] as const)
      assert.ok(letters[state] > 0, JSON.stringify(letters));
    assert.deepEqual((await storage.recount()).differences, []);
    const received = mail.letters.flatMap(({ to }) => to);
    assert.equal(new Set(received).size, received.length, 'nobody got it twice');
    const invited = await query(site.databaseUrl, 'SELECT email FROM waitlist WHERE state = 2');
    for (const { email } of invited) assert.ok(received.includes(String(email)));
  });

  test('waits while the mail server says that the quota of the site is used up, and no recipient counts as refused', async (t) => {
    const people = 30;
    const { site, mail, later } = await open(t, people);
    const quota = { reply: '450 4.7.1 <person@x.example>: Recipient rejected: Quota Exceeded' };
    let tries = 0;
    mail.play({
      get RCPT() {
        if (mail.letters.length < 10) return {};
        tries++;
        return quota;
      },
    });
    await site.listen();
    await until(async () => tries > 0);
    // Four days, in steps shorter than a pause.
    for (let n = 0; n < 4 * 24 * 6; n++) {
      later(10 * MINUTE_MS);
      await setTimeout(LOOK_AGAIN_MS);
    }
    const { letters: waiting, waits, lastAt } = (await site.storage.mailings.find()) ?? {};
    assert.equal(waiting?.refused, 0);
    assert.match(waits?.why ?? '', / takes no more letters .*: "?450 4\.7\.1 …: .*Quota Exceeded/);
    const sinceLast = (waits?.since ?? 0) - (lastAt ?? 0);
    assert.ok(sinceLast >= 0 && sinceLast < DAY_MS, `${sinceLast} ms`);
    assert.ok(tries > 5 && tries < 500, `${tries} tries in four days`);
    mail.play({});
    await until(async () => {
      later(HOUR_MS);
      return (await site.storage.mailings.find())?.letters.accepted === people;
    });
    assert.equal(new Set(mail.letters.flatMap(({ to }) => to)).size, mail.letters.length);
  });

  test('has one connection at a time, also to a mail server that is slow to end them', async (t) => {
    const people = 5;
    const { site, mail } = await open(t, people);
    let connections = 0;
    mail.play({
      get CONNECT() {
        if (connections > 0)
          return { reply: '421 4.7.0 Too many connections', afterwards: 'close' };
        connections++;
        return {};
      },
      get QUIT() {
        void setTimeout(150).then(() => connections--);
        return { delayMs: 150, afterwards: 'close' };
      },
    } as Acts);
    await site.listen();
    // The clock stands still, so a pause would never end.
    await until(async () => (await site.storage.mailings.find())?.letters.accepted === people);
  });

  test('stops when the mail server has refused the sender three times, and the metrics say so', async (t) => {
    const { site, mail, later } = await open(t, 9);
    mail.play({ MAIL: { reply: '550 5.7.1 Not yours' } });
    await site.listen();
    await until(async () => {
      later(20 * MINUTE_MS);
      return (await site.storage.mailings.find())?.pausedWhy !== null;
    });
    mail.play({});
    const isPaused = /^letters_mailing_paused 1$/m;
    await until(async () => isPaused.test(await site.app.metrics.metrics()));
    const { pausedWhy, letters } = (await site.storage.mailings.find()) ?? {};
    assert.match(pausedWhy ?? '', /because 3 letters in a row were refused/);
    assert.deepEqual([letters?.waiting, mail.letters.length], [9, 0]);
    await site.storage.mailings.resume(ADMIN);
    await until(async () => {
      later(HOUR_MS);
      return (await site.storage.mailings.find())?.letters.accepted === 9;
    });
  });
});
