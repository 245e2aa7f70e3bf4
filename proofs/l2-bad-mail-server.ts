import { setTimeout } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../contract/durations.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { Dice } from '../testing/dice.ts';
import { type FakeMailServer, startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import type { Acts } from '../testing/fakes/mail/acts.ts';
import { createLettersSite, type LettersSite } from '../testing/letters-site.ts';
import { TEST_NOW } from '../testing/test-app.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const PEOPLE = 300;
const BUDGET = { perHour: 10, perDay: 120 };
const HOURS = 72;
/** The real time of one simulated hour: enough for the copies to send what the budget of an hour allows. */
const REAL_MS_PER_HOUR = 1_200;
const CHANGE_EVERY_MS = 15;

/** Only the last three may cause an `unclear` letter. */
const troubles: readonly Acts[] = [
  // In half of the cases the server works. If it failed more often, the pauses after failures would keep the letters
  // within the budget even if the site had no budget, and the control would not fail.
  ...Array.from({ length: 12 }, () => ({})),
  { CONNECT: { reply: '421 4.3.2 Too busy' } },
  { CONNECT: { afterwards: 'close', reply: '' } },
  { MAIL: { reply: '451 4.3.0 Try again' } },
  { RCPT: { reply: '450 4.2.0 Greylisted' } },
  { RCPT: { reply: '550 5.1.1 No such user' } },
  { DATA: { reply: '421 4.4.2 Closing', afterwards: 'close' } },
  { CONTENT: { reply: '451 4.3.0 Disk full' } },
  { CONTENT: { reply: '554 5.7.1 Spam' } },
  { QUIT: { afterwards: 'reset', reply: '' } },
  { CONTENT: { reply: '', afterwards: 'close' } },
  { CONTENT: { reply: '', afterwards: 'close', accepts: true } },
  { CONTENT_BEGUN: { afterwards: 'reset' } },
];

export const badMailServer: Proof = {
  id: 'L2',
  promise:
    'A mail server that fails in any way delays letters, but no person gets a letter twice, and all copies together keep the budget of an hour and a day.',
  variants: testEngines.map(({ name }) => name),
  run: (name) => sendThroughTrouble(name, BUDGET),
  control: {
    without: 'the budget',
    run: (name) =>
      expectFailure(/ letters in one hour\.$/, () =>
        sendThroughTrouble(name, { perHour: PEOPLE, perDay: PEOPLE }),
      ),
  },
};

/** @param budget of the site; the check always compares with `BUDGET` */
async function sendThroughTrouble(name: string, budget: typeof BUDGET): Promise<string> {
  const engine = testEngines.find((engine) => engine.name === name);
  if (!engine) throw new Error(`There is no engine ${name}.`);
  const database = await engine.create();
  const mail = await startFakeMailServer();
  // The budget counts whole days (UTC), so the simulated days must begin at midnight.
  let now = TEST_NOW - (TEST_NOW % DAY_MS);
  const open = () =>
    createLettersSite(
      {
        clock: () => now,
        letters: { by: 'smtp', server: mail.server, from: 'hello@impromptu.example', budget },
      },
      { url: database.url, remove: async () => {} },
    );
  // Two copies of the site need PostgreSQL, because only one copy can use an SQLite file.
  const copies = [await open()];
  if (engine.portOf(database.url)) copies.push(await open());
  const dice = new Dice(9);
  const changes = setInterval(() => mail.misbehave(dice.pick(troubles)), CHANGE_EVERY_MS);
  try {
    const [first] = copies as [LettersSite];
    for (let n = 0; n < PEOPLE; n++) {
      await first.storage.waitlist.join(`person-${n}@example.com`, now, { via: undefined });
    }
    await Promise.all(copies.map((copy) => copy.listen()));
    const perHour: number[] = [];
    for (let hour = 0; hour < HOURS; hour++) {
      const before = mail.letters.length;
      await setTimeout(REAL_MS_PER_HOUR);
      perHour.push(mail.letters.length - before);
      now += HOUR_MS;
    }
    clearInterval(changes);
    mail.misbehave({});
    // Wait until no letter is being sent.
    for (let tries = 0; tries < 100; tries++) {
      if ((await first.storage.letters.figures()).states.sending === 0) break;
      await setTimeout(100);
    }
    return await judge(first, mail, perHour, copies.length);
  } finally {
    clearInterval(changes);
    for (const copy of copies) await copy.close();
    await mail.close();
    await database.remove();
  }
}

async function judge(
  { storage }: LettersSite,
  mail: FakeMailServer,
  perHour: readonly number[],
  copies: number,
): Promise<string> {
  const received = mail.letters.flatMap(({ to }) => to);
  const twice = received.length - new Set(received).size;
  const { states } = await storage.letters.figures();
  const daily = Array.from({ length: HOURS / 24 }, (_, day) =>
    perHour.slice(24 * day, 24 * (day + 1)).reduce((sum, count) => sum + count, 0),
  );
  const most = Math.max(...perHour);
  require(twice === 0, `${twice} people got a letter twice.`);
  require(most <= BUDGET.perHour, `The mail server accepted ${most} letters in one hour.`);
  require(Math.max(...daily) <= BUDGET.perDay, `${Math.max(...daily)} letters in one day.`);
  require(states.sending === 0, `${states.sending} letters are still being sent.`);
  require(received.length >=
    states.sent, `${states.sent} letters are listed as sent, and ${received.length} arrived.`);
  require(received.length <=
    states.sent +
      states.unclear, `${received.length} letters arrived, more than are sent or unclear.`);
  const { sent, refused, unclear, waiting } = states;
  require(sent + refused + unclear + waiting === PEOPLE, 'A letter is missing.');
  require(sent > PEOPLE / 5, `Only ${sent} letters were sent.`);
  return `${copies} copies, ${PEOPLE} letters in ${HOURS} hours: ${sent} sent, ${refused} refused, ${unclear} unclear, ${waiting} waiting, at most ${most} in an hour and ${Math.max(...daily)} in a day`;
}
