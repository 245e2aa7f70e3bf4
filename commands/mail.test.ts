import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../contract/durations.ts';
import { signUpLetterStates } from '../contract/mailings.ts';
import { refusalOf } from '../testing/command-refusal.ts';
import { sqlite } from '../testing/databases/sqlite-test-engine.ts';
import { query } from '../testing/databases/test-databases.ts';
import { storageForEachTest } from '../testing/databases/test-storage.ts';
import { runProgram } from '../testing/server-process.ts';
import { addMail } from './mail.ts';

const NOON = Date.now() - DAY_MS;

describe('./site mail', () => {
  const database = storageForEachTest(sqlite);

  const impromptu = (...parameters: string[]) =>
    runProgram(['mail', ...parameters], {
      DATABASE_URL: database.url,
      PUBLIC_URL: 'http://elsewhere.example',
    });

  const refused = (...parameters: string[]) =>
    refusalOf(addMail, ['mail', ...parameters], { DATABASE_URL: database.url });

  /** Signs the addresses up, and queues their letters. @returns the ids of the letters */
  async function queue(...emails: string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const email of emails) {
      await database.storage.waitlist.join(email, NOON, { via: undefined });
      await database.storage.letters.queue(NOON);
      const [newest] = await database.storage.letters.list({ limit: 1 });
      ids.push(newest?.id ?? 0);
    }
    return ids;
  }

  async function finish(id: number | undefined, state: 'accepted' | 'refused' | 'uncertain') {
    assert.ok(id);
    const sending = signUpLetterStates.indexOf('sending');
    await query(database.url, `UPDATE letter SET state = ${sending} WHERE id = ${id}`);
    const end = {
      state,
      reply: `Answer about ${state}.`,
      at: Date.now(),
      isAddressDead: state === 'refused',
    };
    await database.storage.letters.finish(id, end);
  }

  test('list counts the letters of each state, and shows the newest first', async () => {
    const [first, second] = await queue('ana@example.com', 'bo@mail.example', 'cem@example.com');
    await finish(first, 'uncertain');
    await finish(second, 'accepted');
    const { stdout } = await impromptu('list');
    const time = new Date(NOON).toISOString().slice(0, 16).replace('T', ' ');
    assert.deepEqual(stdout.split('\n').slice(0, 6), [
      '1 waiting, 0 sending, 1 accepted, 0 refused, 1 uncertain',
      '',
      'ID  STATE      KIND     QUEUED (UTC)      ADDRESS          LAST ANSWER',
      `3   waiting    confirm  ${time}  cem@example.com`,
      `2   accepted   confirm  ${time}  bo@mail.example  Answer about accepted.`,
      `1   uncertain  confirm  ${time}  ana@example.com  Answer about uncertain.`,
    ]);
    const accepted = await impromptu('list', '--state', 'accepted');
    assert.match(accepted.stdout, /bo@mail\.example/);
    assert.doesNotMatch(accepted.stdout, /ana@|cem@|These are/);
    const short = await impromptu('list', '--limit', '2');
    assert.doesNotMatch(short.stdout, /ana@/);
    assert.match(short.stdout, /\nThese are the newest 2 of 3\. --limit shows more\.\n$/);
  });

  test('show prints one letter, with its Message-ID', async () => {
    const [id] = await queue('ana@example.com');
    const waiting = await impromptu('show', String(id));
    assert.match(waiting.stdout, /^Letter 1 is waiting: .*\n {2}to +ana@example\.com\n/);
    assert.match(waiting.stdout, /\n {2}due /);
    assert.match(
      waiting.stdout,
      /\n {2}postponed +0 times, not counting the times when no letter could be sent\n/,
    );
    assert.match(waiting.stdout, /\n {2}Message-ID +<[\da-f]{32}@[^\s>]+>\n/);
    await finish(id, 'refused');
    const refused = await impromptu('show', String(id));
    assert.match(refused.stdout, /^Letter 1 is refused: the mail server has refused it/);
    assert.match(refused.stdout, /\n {2}last answer +Answer about refused\.\n$/);
  });

  test('send-again queues a letter again only if it is uncertain or refused', async () => {
    const ids = await queue('ana@example.com', 'bo@example.com', 'cem@example.com');
    const [first, second, third] = ids;
    await finish(first, 'uncertain');
    await finish(second, 'refused');
    await finish(third, 'accepted');
    const { code, stdout, stderr } = await impromptu('send-again', ...ids.map(String));
    assert.equal(code, 1);
    assert.equal(
      stdout,
      'Letter 1 waits. The site sends it within its budget.\nLetter 2 waits. The site sends it within its budget.\n',
    );
    assert.match(
      stderr,
      /^Only letters that are uncertain or refused .* letter 3 is accepted\.\n$/,
    );
    const states = (await database.storage.letters.list({ limit: 10 })).map(({ state }) => state);
    assert.deepEqual(states, ['accepted', 'waiting', 'waiting']);
  });

  test('send-again --state queues all letters of this state again, and no others', async () => {
    const ids = await queue('ana@example.com', 'bo@example.com');
    await finish(ids[0], 'uncertain');
    await finish(ids[1], 'refused');
    const { stdout } = await impromptu('send-again', '--state', 'refused');
    assert.equal(
      stdout,
      'Queued 1 refused letter again. The site sends letters within its budget.\n',
    );
    const states = (await database.storage.letters.list({ limit: 9 })).map(({ state }) => state);
    assert.deepEqual(states, ['waiting', 'uncertain']);
    assert.match(
      await refused('send-again', '2', '--state', 'uncertain'),
      /^Name either the numbers/,
    );
  });

  test('an unknown letter, an unknown state and an invalid number are refused', async () => {
    assert.match(
      await refused('send-again', '7'),
      /^There is no letter 7\. Letters are deleted after 30 days/,
    );
    assert.match(await refused('show', 'x'), /must be a whole number/);
    assert.match(await refused('list', '--state', 'lost'), /waiting, sending, accepted/);
  });
});
