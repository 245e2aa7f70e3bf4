// Longer than usual: each test sends letters from a whole site, and waits for their states in the same way.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { Letter } from '../../storage/letters/letter.ts';
import { openSmtpSite, type SmtpSite } from '../../testing/smtp-site.ts';
import { TEST_NOW } from '../../testing/test-app.ts';

const LOOK_AGAIN_MS = 20;
/** Each has its own domain, because letters to one domain are limited. */
const addressOf = (name: string) => `${name}@${name}.example`;

const join = ({ site }: SmtpSite, ...names: string[]) =>
  Promise.all(
    names.map((name) =>
      site.storage.waitlist.join(addressOf(name), site.clock(), { via: undefined }),
    ),
  );

/** Resolves when the letters are as expected. Rejects if the mailer fails, for example because of a stale build. */
async function untilLetters(
  { site }: SmtpSite,
  areExpected: (letters: readonly Letter[]) => boolean,
): Promise<readonly Letter[]> {
  for (;;) {
    const letters = await site.storage.letters.list({ limit: 1_000 });
    if (areExpected(letters)) return letters;
    const failed = site.lines.find((line) => JSON.parse(line).msg.includes('could not be read'));
    if (failed) throw new Error(failed);
    await setTimeout(LOOK_AGAIN_MS);
  }
}

const untilAll = (mailing: SmtpSite, state: Letter['state'], count: number) =>
  untilLetters(
    mailing,
    (letters) => letters.length === count && letters.every((letter) => letter.state === state),
  );

const recipients = ({ mail }: SmtpSite) => mail.letters.flatMap(({ to }) => to).toSorted();

describe('the mailer', { timeout: 300_000 }, () => {
  test('sends one letter for each address, however often it signs up, and tells members their position', async (t) => {
    const mailing = await openSmtpSite(t);
    await join(mailing, 'ana', 'ben', 'ana');
    await mailing.site.listen();
    await untilAll(mailing, 'accepted', 2);
    await join(mailing, 'ana', 'cat');
    await untilAll(mailing, 'accepted', 3);
    const addresses = ['ana', 'ben', 'cat'].map(addressOf);
    assert.deepEqual(recipients(mailing), addresses);
    await mailing.site.storage.members.confirm(addressOf('ana'), TEST_NOW);
    await join(mailing, 'ana');
    await untilAll(mailing, 'accepted', 4);
    const { content = '' } = mailing.mail.letters.at(-1) ?? {};
    assert.match(content, /You are number 1\b/);
    assert.doesNotMatch(content, /\{\{/);
    // Who is in has no position.
    const { members, personStates } = mailing.site.storage;
    await members.confirm(addressOf('ben'), TEST_NOW);
    await personStates.arrive([{ email: addressOf('ben'), at: TEST_NOW }], TEST_NOW);
    await join(mailing, 'ben');
    await untilAll(mailing, 'accepted', 5);
    assert.match(mailing.mail.letters.at(-1)?.content ?? '', /^You=E2=80=99re in\.\r$/m);
  });

  test('waits while the mail server cannot be used, and logs this once, without an address', async (t) => {
    const mailing = await openSmtpSite(t);
    mailing.mail.play({ MAIL: { reply: '550 5.7.1 <hello@impromptu.example> Not yours' } });
    await join(mailing, 'ana', 'ben', 'cat');
    await mailing.site.listen();
    const messages = () => mailing.site.lines.map((line) => JSON.parse(line).msg);
    const unusable = 'The mail server cannot be used. Letters wait.';
    while (!messages().includes(unusable)) await setTimeout(LOOK_AGAIN_MS);
    await untilAll(mailing, 'waiting', 3);
    const triedAgain = mailing.mail.reached('MAIL');
    mailing.later(MINUTE_MS);
    await triedAgain;
    await untilAll(mailing, 'waiting', 3);
    assert.equal(mailing.mail.letters.length, 0);
    mailing.mail.play(undefined);
    mailing.later(20 * MINUTE_MS);
    await untilAll(mailing, 'accepted', 3);
    assert.equal(messages().filter((message) => message === unusable).length, 1);
    assert.ok(messages().includes('The mail server can be used again.'));
    assert.doesNotMatch(mailing.site.lines.join('\n'), /ana\.example|@/);
  });
});

// These tests mostly wait, so they run at the same time.
describe('after long waits the mailer', { timeout: 300_000, concurrency: true }, () => {
  for (const [what, reply] of [
    ['asks to try later', '451 4.7.1 Greylisted'],
    ['asks for a login', '554 5.7.1 Relay access denied'],
  ] as const) {
    test(`gives up a letter after the last attempt if the mail server ${what} each time, and sends the others`, async (t) => {
      const mailing = await openSmtpSite(t);
      mailing.mail.play({ RCPT: { reply, onlyFor: 'ana' } });
      await join(mailing, 'ana', 'ben');
      await mailing.site.listen();
      const ofAna = (letter: Letter) => letter.email.startsWith('ana');
      for (let attempts = 1; attempts <= 7; attempts++) {
        await untilLetters(mailing, (all) => {
          mailing.later(HOUR_MS);
          return all.some((letter) => ofAna(letter) && letter.attempts === attempts);
        });
        // An accepted letter shows that the mail server can be used, so the next refusal may be Ana's.
        await join(mailing, `ben${attempts}`);
        await untilLetters(mailing, (all) => {
          mailing.later(MINUTE_MS);
          const isBens = ({ email }: Letter) => email === addressOf(`ben${attempts}`);
          return all.some((letter) => isBens(letter) && letter.state === 'accepted');
        });
        mailing.later(DAY_MS);
      }
      const isGivenUp = (letter: Letter) => ofAna(letter) && letter.state === 'refused';
      const letters = await untilLetters(mailing, (all) => all.some(isGivenUp));
      const given = letters.find(isGivenUp)?.reply ?? '';
      assert.ok(given.startsWith('Given up. ') && given.includes(reply.slice(10)), given);
      assert.equal(
        recipients(mailing).some((to) => to === addressOf('ana')),
        false,
      );
    });
  }

  test('ends a slow delivery when the site stops, and stores the result before the site has stopped', async (t) => {
    const mailing = await openSmtpSite(t);
    mailing.mail.play({ CONTENT: { reply: '', afterwards: 'silence' } });
    await join(mailing, 'ana');
    await mailing.site.listen();
    await mailing.mail.reached('CONTENT');
    await mailing.site.app.close();
    const [letter] = await mailing.site.storage.letters.list({ limit: 9 });
    assert.equal(letter?.state, 'uncertain');
    assert.match(letter?.reply ?? '', /did not answer in time\. It may have accepted/);
  });
});
