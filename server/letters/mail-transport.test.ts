import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { createAuthority } from '../../testing/databases/test-certificates.ts';
import {
  type FakeMailServerOptions,
  startFakeMailServer,
} from '../../testing/fakes/fake-mail-server.ts';
import type { Acts } from '../../testing/fakes/mail/acts.ts';
import type { SmtpServer } from '../settings/letters-settings.ts';
import { type Mail, type MailOutcome, openTransport } from './mail-transport.ts';
import { USUAL_LIMITS } from './smtp-delivery.ts';

const FROM = 'Zoë’s Impromptu <hello@impromptu.example>';
const LOGIN = { user: 'me@mail.example', password: 'very secret: é' };
const MAIL: Mail = {
  to: 'ana@example.com',
  subject: 'Is this you? – Öffne mich',
  html: '<p>Hello – from us</p>\n',
  text: 'Hello – from us\n.a line with a dot\n..and two\n.\n',
  messageId: '<0123@impromptu.example>',
  headers: {
    'List-Unsubscribe': `<https://impromptu.example/api/waitlist/leave/${'t'.repeat(200)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
};
const authority = createAuthority();
const certified = authority.certify('localhost');

/** Sends the letter to a new fake mail server, with `changes` to the settings that are right for it. */
async function send(
  options: Partial<FakeMailServerOptions>,
  { mail = MAIL, changes = {}, acts = {} }: Sending = {},
) {
  const fake = await startFakeMailServer(options);
  fake.misbehave(acts);
  try {
    const result = await sendTo({ ...fake.server, ...changes }, mail);
    return { ...result, letters: fake.letters };
  } finally {
    await fake.close();
  }
}
interface Sending {
  mail?: Mail;
  changes?: Partial<SmtpServer>;
  acts?: Acts;
}

async function sendTo(server: SmtpServer, mail = MAIL, limits = USUAL_LIMITS) {
  const budget = { perHour: 1, perDay: 1 };
  const transport = await openTransport({ by: 'smtp', server, from: FROM, budget }, limits);
  return await transport.send(mail);
}

function assertUnreachable({ outcome, reply }: MailOutcome, sentence: RegExp): void {
  assert.equal(outcome, 'unreachable', reply);
  assert.match(reply, sentence);
  assert.ok(reply.length <= 300, reply);
}

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
    const { outcome, letters } = await send({});
    assert.equal(outcome, 'accepted');
    const [letter, ...more] = letters;
    assert.ok(letter && more.length === 0);
    assert.partialDeepStrictEqual(letter, {
      ...{ from: 'hello@impromptu.example', to: [MAIL.to], isEncrypted: false, user: undefined },
    });
    const headers = headersOf(letter.content);
    assert.deepEqual([...headers.keys()].toSorted(), [
      ...['Auto-Submitted', 'Content-Type', 'Date', 'From', 'List-Unsubscribe'],
      ...['List-Unsubscribe-Post', 'MIME-Version', 'Message-ID', 'Subject', 'To'],
    ]);
    assert.match(headers.get('From') ?? '', /^=\?UTF-8\?Q\?Zo=C3=AB.* <hello@impromptu\.example>$/);
    assert.equal(headers.get('To'), MAIL.to);
    assert.equal(headers.get('Message-ID'), MAIL.messageId);
    assert.equal(headers.get('Auto-Submitted'), 'auto-generated');
    for (const [name, value] of Object.entries(MAIL.headers)) {
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

  test('goes to one address, whatever characters that has', async () => {
    for (const to of [
      'a,b@example.com',
      '"a b"@example.com',
      'a;b@example.com',
      'a(b)@example.com',
    ]) {
      const { letters } = await send({}, { mail: { ...MAIL, to } });
      assert.deepEqual(
        letters.map((letter) => letter.to),
        [[to]],
      );
    }
    const { outcome, letters } = await send({}, { mail: { ...MAIL, to: 'a><b@example.com' } });
    assert.equal(outcome, 'refused');
    assert.deepEqual(letters, []);
  });

  test('cannot get another header from a subject', async () => {
    const { letters } = await send({}, { mail: { ...MAIL, subject: 'A\r\nBcc: eve@example.com' } });
    assert.equal(headersOf(letters[0]?.content ?? '').has('Bcc'), false);
  });

  test('to an address with other characters than ASCII needs SMTPUTF8', async () => {
    const mail = { ...MAIL, to: 'zoë@example.com' };
    const accepted = await send({}, { mail });
    assert.equal(accepted.outcome, 'accepted', accepted.reply);
    assert.deepEqual(accepted.letters[0]?.to, [mail.to]);
    assert.equal(headersOf(accepted.letters[0]?.content ?? '').get('To'), mail.to);

    const refused = await send({ extensions: ['8BITMIME'] }, { mail });
    assert.partialDeepStrictEqual(refused, {
      outcome: 'refused',
      isAddressDead: true,
      letters: [],
    });
    assert.match(refused.reply, /SMTPUTF8/);
  });

  test('that is too large is refused', async () => {
    const acts = { CONTENT: { reply: '552 5.3.4 Too large' } };
    const { outcome } = await send({}, { acts });
    assert.equal(outcome, 'refused');
  });
});

describe('a connection with TLS', () => {
  const usual = getCACertificates('default');
  before(() => setDefaultCACertificates([...usual, authority.certificate]));
  after(() => setDefaultCACertificates(usual));

  for (const tls of ['implicit', 'required'] as const) {
    const right = { tls, certified, host: 'localhost', login: LOGIN };

    test(`transports a letter and the login (${tls})`, async () => {
      for (const method of ['PLAIN', 'LOGIN']) {
        const { outcome, reply, letters } = await send({ ...right, authMethods: [method] });
        assert.equal(outcome, 'accepted', reply);
        assert.partialDeepStrictEqual(letters, [{ isEncrypted: true, user: LOGIN.user }]);
      }
    });

    const wrong = {
      'for another name': authority.certify('other.example'),
      'of an unknown authority': createAuthority().certify('localhost'),
    };
    for (const [what, certificate] of Object.entries(wrong)) {
      test(`sends nothing if the certificate is ${what} (${tls})`, async () => {
        const result = await send({ ...right, certified: certificate });
        assertUnreachable(
          result,
          /^The certificate of localhost is not valid \(.+\)\. Check the host/,
        );
        assert.deepEqual(result.letters, []);
      });
    }

    test(`sends nothing to a server without TLS (${tls})`, async () => {
      const result = await send({ login: LOGIN }, { changes: { tls } });
      assertUnreachable(
        result,
        tls === 'implicit'
          ? /does not speak TLS as expected .*use smtp:\/\//
          : /offers no encryption on port \d+: 502 5\.5\.1 .*use smtps:\/\//,
      );
      assert.deepEqual(result.letters, []);
    });
  }

  test('sends nothing if the server refuses or stalls STARTTLS', async () => {
    const right = { tls: 'required', certified, host: 'localhost' } as const;
    const busy = { STARTTLS: { reply: '454 4.7.0 TLS is not available' } };
    assertUnreachable(await send(right, { acts: busy }), /offers no encryption .*: 454 4\.7\.0/);
    const closes = { STARTTLS: { reply: '', afterwards: 'close' } } as const;
    assertUnreachable(await send(right, { acts: closes }), /closed the connection/);
  });
});

describe('a login', () => {
  test('that is wrong is reported without the password', async () => {
    const changes = { login: { user: LOGIN.user, password: 'wrong-password' } };
    const result = await send({ login: LOGIN }, { changes });
    assertUnreachable(
      result,
      /^The mail server refused the login: 535 5\.7\.8 .* Check user and password/,
    );
  });

  test('that a server repeats is not in the reply', async () => {
    const { user, password } = LOGIN;
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    for (const secret of [password, base64(password), base64(`\0${user}\0${password}`)]) {
      const acts = { AUTH: { reply: `535 I do not know ${secret} at all` } };
      const result = await send({ login: LOGIN }, { acts });
      assertUnreachable(result, /535 I do not know … at all/);
    }
  });

  test('is needed if it is set: no letter is sent to a server that offers none', async () => {
    const result = await send({}, { changes: { login: LOGIN } });
    assertUnreachable(result, /refused the login/);
    assert.deepEqual(result.letters, []);
  });

  test('is named if a server accepts no sender without one', async () => {
    const result = await send({ login: LOGIN }, { changes: { login: undefined } });
    assertUnreachable(result, /refused the sender hello@impromptu\.example: 530 5\.7\.0/);
  });
});

describe('a server that cannot be reached', () => {
  const server = { host: '127.0.0.1', tls: 'none', login: undefined } as const;

  test('because its host is unknown', async () => {
    const result = await sendTo({ ...server, host: 'mail.invalid', port: 587 });
    assertUnreachable(result, /^The host mail\.invalid is unknown\. Check it in SMTP_URL/);
  });

  test('because nothing listens', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    await once(listener.close(), 'close');
    const result = await sendTo({ ...server, port });
    assertUnreachable(
      result,
      new RegExp(`^Nothing listens on 127\\.0\\.0\\.1:${port}\\. Check host`),
    );
  });

  test('because it does not answer', async () => {
    // This thread never accepts connections, so that those after the first few are not answered.
    const program = `
      const { parentPort } = require('node:worker_threads');
      const server = require('node:net').createServer();
      server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
        parentPort.postMessage(server.address().port);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      });`;
    const worker = new Worker(program, { eval: true });
    const [port] = (await once(worker, 'message')) as [number];
    const waiting = Array.from({ length: 4 }, () =>
      connect(port, '127.0.0.1').on('error', () => {}),
    );
    await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, 'connect')));
    const result = await sendTo({ ...server, port }, MAIL, { ...USUAL_LIMITS, connect: 100 });
    assertUnreachable(result, /did not answer in time\. Check host and port.*firewall/);
    for (const socket of waiting) socket.destroy();
    await worker.terminate();
  });
});

describe('letters as files', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'letters-'));
  });
  after(() => rm(folder, { recursive: true }));

  test('are whole, ordered by time, and have no address in their names', async () => {
    const inside = join(folder, 'data', 'letters');
    const budget = { perHour: 1, perDay: 1 };
    const transport = await openTransport({ by: 'files', folder: inside, from: FROM, budget });
    for (const subject of ['Zebra', 'Apple', '']) {
      const { outcome, reply } = await transport.send({ ...MAIL, subject });
      assert.equal(outcome, 'accepted');
      assert.ok(reply.startsWith(`Written to ${inside}`), reply);
    }
    const names = (await readdir(inside)).toSorted();
    assert.equal(names.length, 3);
    for (const name of names) {
      assert.match(name, /^\d{8}T\d{6}\.\d{3}Z-[a-z\d-]+\.eml$/);
      assert.doesNotMatch(name, /ana|example/);
      const content = await readFile(join(inside, name), 'utf8');
      assert.equal(headersOf(content).get('To'), MAIL.to);
      assert.match(content, /\r\n--.*--\r\n$/);
    }
  });

  test('wait if the folder cannot be written', async () => {
    const budget = { perHour: 1, perDay: 1 };
    const file = join(import.meta.filename, 'letters');
    const transport = await openTransport({ by: 'files', folder: file, from: FROM, budget });
    assertUnreachable(
      await transport.send(MAIL),
      /^The letter cannot be written to .*\(ENOTDIR\)\.$/,
    );
  });
});
