import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { DAY_MS, dayOf, MINUTE_MS } from '../../contract/durations.ts';
import type { LetterState } from '../../contract/mailings.ts';
import { createPostgresDatabase } from '../../testing/databases/postgres-test-engine.ts';
import { keptDatabase } from '../../testing/databases/test-databases.ts';
import { startFakeMailServer } from '../../testing/fakes/fake-mail-server.ts';
import type { Acts } from '../../testing/fakes/smtp-script.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { TEST_NOW } from '../../testing/test-app.ts';

/** The mailer tries to send a letter every 29 ms. The budget of a day is smaller than the number of attempts. */
const BUDGET = { perHour: 100_000, perDay: 4 };
/** Far more than any answer needs, and far less than patterns need that go through a long reply again and again. */
const MOST_CPU_MS = 2_000;

/** Nodemailer may end the connection first. */
const TOO_LONG = /64 KB of replies|ended without an answer/;
/** What the mail server does with the letter to one person at first, and what becomes of the letter then. */
const faults: Record<string, [act: Acts, state: LetterState, reply: RegExp]> = {
  late: [{ CONTENT: { delayMs: 500 } }, 'accepted', /Accepted/],
  nobody: [{ RCPT: { reply: '550 5.1.1 No such user' } }, 'refused', /No such user/],
  dies: [
    { CONTENT: { reply: '', afterwards: 'close', accepts: true } },
    'uncertain',
    /may have accepted/,
  ],
  grey: [{ RCPT: { reply: '451 4.7.1 Greylisted' } }, 'waiting', /Greylisted/],
  busy: [{ RCPT: { reply: '421 Busy', afterwards: 'close' } }, 'waiting', /421 Busy/],
  sender: [{ RCPT: { reply: '550 Sender verify failed' } }, 'waiting', /Check MAIL_FROM/],
  long: [{ RCPT: { reply: '550-No such user\r\n'.repeat(200_000) } }, 'waiting', TOO_LONG],
  blank: [{ RCPT: { reply: '\r\n'.repeat(100_000) } }, 'waiting', TOO_LONG],
  closes: [{ MAIL: { reply: '', afterwards: 'close' } }, 'waiting', /ended without/],
};
const addressOf = (name: string) => `me@${name}.example`;

test('a bad mail server delays letters, but loses none, uses up no budget, and never stops the site', {
  timeout: 300_000,
}, async (t) => {
  const fake = await startFakeMailServer();
  t.after(() => fake.close());
  let now = TEST_NOW;
  /** How many conversations there were on each day. */
  const conversations = new Map<number, number>();
  const play = (acts: Acts) =>
    fake.play({
      ...acts,
      get CONNECT() {
        conversations.set(dayOf(now), (conversations.get(dayOf(now)) ?? 0) + 1);
        return {};
      },
    });
  const mail = {
    by: 'smtp',
    server: fake.server,
    from: 'hello@x.example',
    budget: BUDGET,
  } as const;
  // PostgreSQL, because it allows several instances.
  const database = await createPostgresDatabase();
  const shared = keptDatabase(database.url);
  await using other = await createMailSite({ clock: () => now, mail }, database);
  await using site = await createMailSite({ clock: () => now, mail }, shared);
  for (const instance of [site, other]) await instance.listen();

  /** Lets time pass until the letter is as expected. At each look the site answers a request. */
  async function until(name: string, state: LetterState, reply: RegExp): Promise<void> {
    for (const end = now + 20 * DAY_MS; ; now += 10 * MINUTE_MS) {
      const before = process.cpuUsage();
      await setTimeout(20);
      assert.equal((await site.app.inject('/healthz')).statusCode, 200);
      const { user } = process.cpuUsage(before);
      assert.ok(user / 1_000 < MOST_CPU_MS, `${user} us without an answer of /healthz`);
      const letters = await site.storage.letters.list({ limit: 99 });
      const letter = letters.find(({ email }) => email === addressOf(name));
      if (letter?.state === state && reply.test(letter.reply ?? '')) return;
      assert.ok(now < end, `The letter to ${name} is ${letter?.state}: ${letter?.reply}`);
    }
  }

  for (const [name, [acts, state, reply]] of Object.entries(faults)) {
    const { RCPT } = acts;
    play({ ...acts, ...(RCPT && { RCPT: { ...RCPT, onlyFor: addressOf(name) } }) });
    await site.storage.waitlist.join(addressOf(name), now, { via: undefined });
    await until(name, state, reply);
  }
  play({});
  const sent = Object.keys(faults).filter((name) => name !== 'nobody' && name !== 'dies');
  for (const name of sent) await until(name, 'accepted', /Accepted/);
  const received = fake.letters.flatMap(({ to }) => to).toSorted();
  assert.deepEqual(received, [...sent, 'dies'].map(addressOf).toSorted());
  // A letter of a day's budget may meet the server after midnight, because the clock is fast.
  const days = [...conversations].sort(([one], [other]) => one - other);
  const [[first] = [0]] = days;
  let sum = 0;
  for (const [day, letters] of days) {
    sum += letters;
    assert.ok(letters <= BUDGET.perDay + 1, `${letters} on day ${day}`);
    assert.ok(sum <= BUDGET.perDay * (day - first + 1), `${sum} until day ${day}, from ${first}`);
  }
});
