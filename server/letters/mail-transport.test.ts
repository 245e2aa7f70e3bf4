import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { FROM, LETTER, sendToFake } from '../../testing/send-to-fake.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { sendLetter } from './mail-transport.ts';

/** Header lines that are folded count as one. */
function headersOf(content: string): Map<string, string> {
  const head = content.slice(0, content.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return new Map(
    head
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

describe('a letter', () => {
  test('arrives with its headers and both texts, the plain one first', async () => {
    const { outcome, letters } = await sendToFake({});
    assert.equal(outcome, 'accepted');
    const [letter, ...more] = letters;
    assert.ok(letter && more.length === 0);
    assert.partialDeepStrictEqual(letter, {
      from: 'hello@impromptu.example',
      to: [LETTER.to],
      user: undefined,
    });
    const headers = headersOf(letter.content);
    assert.deepEqual([...headers.keys()].toSorted(), [
      ...['Auto-Submitted', 'Content-Type', 'Date', 'From', 'List-Unsubscribe'],
      ...['List-Unsubscribe-Post', 'MIME-Version', 'Message-ID', 'Subject', 'To'],
    ]);
    assert.match(headers.get('From') ?? '', /^=\?UTF-8\?Q\?Zo=C3=AB.* <hello@impromptu\.example>$/);
    assert.equal(headers.get('To'), LETTER.to);
    assert.equal(headers.get('Message-ID'), LETTER.messageId);
    assert.equal(headers.get('Auto-Submitted'), 'auto-generated');
    for (const [name, value] of Object.entries(LETTER.headers)) {
      assert.equal(headers.get(name), value);
    }
    const seconds = (Date.now() - Date.parse(headers.get('Date') ?? '')) / 1000;
    assert.ok(seconds >= 0 && seconds < 600);
    assert.match(headers.get('Content-Type') ?? '', /^multipart\/alternative; boundary=/);
    assert.match(letter.content, /text\/plain; charset=utf-8[\s\S]*text\/html; charset=utf-8/);
    assert.match(
      letter.content,
      /\r\nHello =E2=80=93 from us\r\n\.a line .*\r\n\.\.and two\r\n\.\r\n/,
    );
    assert.match(letter.content, /<p>Hello =E2=80=93 from us<\/p>/);
  });

  test('goes to one recipient if the address has a comma, space, semicolon or comment, and is refused with angle brackets', async () => {
    for (const to of [
      'a,b@example.com',
      '"a b"@example.com',
      'a;b@example.com',
      'a(b)@example.com',
    ]) {
      const { letters } = await sendToFake({}, { letter: { ...LETTER, to }, acts: {} });
      assert.deepEqual(
        letters.map((letter) => letter.to),
        [[to]],
      );
    }
    const { outcome, letters } = await sendToFake(
      {},
      { letter: { ...LETTER, to: 'a><b@example.com' } },
    );
    assert.equal(outcome, 'refused');
    assert.deepEqual(letters, []);
  });

  test('cannot get another header from a subject', async () => {
    const { letters } = await sendToFake(
      {},
      { letter: { ...LETTER, subject: 'A\r\nBcc: eve@example.com' } },
    );
    assert.equal(headersOf(letters[0]?.content ?? '').has('Bcc'), false);
  });

  test('to an address with other characters than ASCII needs SMTPUTF8', async () => {
    const letter = { ...LETTER, to: 'zoë@example.com' };
    const accepted = await sendToFake({}, { letter });
    assert.equal(accepted.outcome, 'accepted', accepted.reply);
    assert.deepEqual(accepted.letters[0]?.to, [letter.to]);
    assert.equal(headersOf(accepted.letters[0]?.content ?? '').get('To'), letter.to);

    const refused = await sendToFake({ hideSMTPUTF8: true }, { letter });
    assert.partialDeepStrictEqual(refused, {
      outcome: 'refused',
      isAddressDead: true,
      letters: [],
    });
    assert.match(refused.reply, /SMTPUTF8/);
  });
});

describe('letters as files', () => {
  const folder = temporaryFolder();

  test('are whole, ordered by time, and have no address in their names', async () => {
    const inside = join(folder, 'data', 'letters');
    const budget = { perHour: 1, perDay: 1 };
    const settings = { by: 'files', folder: inside, from: FROM, budget } as const;
    for (const subject of ['Zebra', 'Apple', '']) {
      const { outcome, reply } = await sendLetter(settings, { ...LETTER, subject });
      assert.equal(outcome, 'accepted');
      assert.ok(reply.startsWith(`Written to ${inside}`), reply);
    }
    const files = (await readdir(inside)).toSorted();
    const names = files.filter((name) => name.endsWith('.eml'));
    assert.deepEqual([names.length, files.length], [3, 6]);
    for (const name of names) {
      assert.match(name, /^\d{8}T\d{6}\.\d{3}Z-[a-z\d-]+\.eml$/);
      assert.doesNotMatch(name, /ana|example/);
      const content = await readFile(join(inside, name), 'utf8');
      assert.equal(headersOf(content).get('To'), LETTER.to);
      assert.match(content, /\r\n--.*--\r\n$/);
      const html = await readFile(join(inside, name.replace('.eml', '.html')), 'utf8');
      assert.equal(html, LETTER.html);
    }
  });

  test('wait if the folder cannot be written', async () => {
    const budget = { perHour: 1, perDay: 1 };
    for (const folder of [join(import.meta.filename, 'letters'), '/proc/nowhere/letters']) {
      const settings = { by: 'files', folder, from: FROM, budget } as const;
      const { outcome, reply } = await sendLetter(settings, LETTER);
      assert.equal(outcome, 'unreachable');
      assert.match(reply, /^The letter cannot be written to .*letters \(E[A-Z]+\)\.$/);
    }
  });
});
