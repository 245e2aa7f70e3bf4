import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { CHAT_SECRET, startFakeChat } from '../../testing/fakes/fake-chat.ts';
import { startFakeMailServer } from '../../testing/fakes/fake-mail-server.ts';
import type { MailSettings } from '../settings/mail-settings.ts';
import { sendNotice } from './send-notice.ts';

const TEXT = 'Impromptu at impromptu.example: a mailing is paused.';
const MAIL = {
  by: 'smtp',
  from: 'Impromptu <hello@impromptu.example>',
  budget: { perHour: 1, perDay: 1 },
} as const;

/** @returns what became of a notice to a chat */
async function toChat(notifyUrl: string, text = TEXT, stop?: AbortSignal) {
  const deliveries = await sendNotice(
    { notifyUrl, digestTo: undefined, mail: undefined },
    text,
    stop,
  );
  assert.equal(deliveries.length, 1);
  const [delivery] = deliveries;
  assert.ok(!delivery?.reply.includes(CHAT_SECRET), delivery?.reply ?? '');
  return delivery;
}

/** A server that sends bytes one after the other, from the first or from the end of a head on. */
async function startDripping(head: string) {
  const sockets: Socket[] = [];
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  const server = createTcpServer((socket) => {
    resolve();
    sockets.push(socket.on('error', () => {}));
    socket.write(head);
    const drip = setInterval(() => socket.write('a'), 50);
    socket.on('close', () => clearInterval(drip)).resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/${CHAT_SECRET}`,
    sockets,
    connected,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

describe('a notice to a chat', () => {
  test('is its text as JSON, once', async () => {
    await using chat = await startFakeChat();
    const delivery = await toChat(chat.url);
    assert.equal(delivery?.outcome, 'accepted');
    assert.match(delivery?.reply ?? '', /^127\.0\.0\.1:\d+ answered 200 after \d+\.\d s$/);
    assert.deepEqual(chat.texts, [TEXT]);
    assert.deepEqual(chat.paths, [`/hooks/${CHAT_SECRET}`]);
  });

  test('cannot contain markup, formatting, or a mention of everybody', async () => {
    await using chat = await startFakeChat();
    await toChat(
      chat.url,
      '*A* & `B` <!channel> @here #1 _c_ ~d~ |e| \\f SMTP_URL: 1 sign-up.\nIt’s "g".',
    );
    assert.deepEqual(chat.texts, [
      'A &amp; B &lt;!channel&gt; here 1 c d e f SMTP_URL: 1 sign-up.\nIt’s "g".',
    ]);
  });

  for (const [status, outcome] of [
    [301, 'refused'],
    [307, 'refused'],
    [404, 'refused'],
    [429, 'later'],
    [503, 'refused'],
  ] as const) {
    test(`that is answered with ${status} is not sent again, and follows no redirect`, async () => {
      await using target = await startFakeChat();
      await using chat = await startFakeChat((response) =>
        response.writeHead(status, { location: target.url }).end(),
      );
      const delivery = await toChat(chat.url);
      assert.equal(delivery?.outcome, outcome);
      assert.match(delivery?.reply ?? '', new RegExp(`answered ${status} `));
      assert.deepEqual([chat.texts.length, target.paths], [1, []]);
    });
  }

  test('does not wait for the end of an answer, and closes its connection', async () => {
    await using dripping = await startDripping('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n');
    assert.equal((await toChat(dripping.url))?.outcome, 'accepted');
    const [socket] = dripping.sockets;
    if (socket && !socket.closed) await once(socket, 'close');
  });

  test('that is refused has the beginning of the answer in its reply, as one line without the secret', async () => {
    await using chat = await startFakeChat((response, request) =>
      response
        .writeHead(404)
        .end(`\x1b[31minvalid_token\r\nCannot POST ${request.url} ${'a'.repeat(9_000)}`),
    );
    const reply = (await toChat(chat.url))?.reply ?? '';
    const [, said = ''] = /answered 404 after \d+\.\d s: (.*)$/.exec(reply) ?? [];
    assert.match(said, /^\[31minvalid_token Cannot POST \/…\/… a+…$/);
    assert.equal(said.length, 201);
  });

  test('is given up after 5 seconds in all, whether a receiver hangs or its answer drips', async () => {
    await using hanging = await startFakeChat(() => {});
    await using dripping = await startDripping('HTTP/1.1 403 No\r\ncontent-length: 99\r\n\r\n');
    const deliveries = await Promise.all([hanging, dripping].map(({ url }) => toChat(url)));
    for (const delivery of deliveries) {
      assert.equal(delivery?.outcome, 'unreachable');
      assert.match(delivery?.reply ?? '', /: no answer within 5 s$/);
    }
  });

  test('is given up at once when the site stops', async () => {
    const stop = new AbortController();
    await using hanging = await startFakeChat(() => stop.abort());
    const delivery = await toChat(hanging.url, TEXT, stop.signal);
    assert.deepEqual(
      [delivery?.outcome, delivery?.reply.split(': ')[1]],
      ['unreachable', 'AbortError'],
    );
  });

  test('says why a receiver cannot be reached, without the secret', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await once(server.close(), 'close');
    const delivery = await toChat(`http://127.0.0.1:${port}/${CHAT_SECRET}`);
    assert.deepEqual(delivery, {
      to: 'chat',
      outcome: 'unreachable',
      reply: `127.0.0.1:${port}: no program listens there (ECONNREFUSED)`,
    });
  });
});

describe('a notice by mail', () => {
  const send = (mail: MailSettings, ...digestTo: string[]) =>
    sendNotice({ notifyUrl: undefined, digestTo, mail }, `${TEXT}\n1 < 2 & 3.`);

  test('goes to each address, says the same, and is marked as automatic', async (t) => {
    const fake = await startFakeMailServer();
    t.after(() => fake.close());
    const mail = { ...MAIL, server: fake.server } as MailSettings;
    const deliveries = await send(mail, 'ana@x.example', 'bo@x.example');
    assert.deepEqual(
      deliveries.map(({ to, outcome }) => [to, outcome]),
      [
        ['mail', 'accepted'],
        ['mail', 'accepted'],
      ],
    );
    assert.deepEqual(fake.letters.map(({ to }) => to.join()).sort(), [
      'ana@x.example',
      'bo@x.example',
    ]);
    const [{ content } = { content: '' }] = fake.letters;
    assert.match(content, /^Auto-Submitted: auto-generated\r$/m);
    assert.match(content, /^Subject: Impromptu at impromptu\.example: a mailing is paused\.\r$/m);
    assert.match(
      content,
      /\r\nImpromptu at impromptu\.example: a mailing is paused\.\r\n1 < 2 & 3\.\r\n/,
    );
    assert.doesNotMatch(content, /List-Unsubscribe/i);
  });

  test('reaches one address although the mail server refuses another', async (t) => {
    const fake = await startFakeMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('ana') ? new Error('No such user') : null),
    });
    t.after(() => fake.close());
    const mail = { ...MAIL, server: fake.server } as MailSettings;
    const [ana, bo] = await send(mail, 'ana@x.example', 'bo@x.example');
    assert.notEqual(ana?.outcome, 'accepted');
    assert.equal(bo?.outcome, 'accepted');
    assert.equal(fake.letters.length, 1);
  });

  test('is given up when the site stops, although the mail server greets without end', async () => {
    await using server = await startDripping('220 ');
    const stop = new AbortController();
    const address = { host: '127.0.0.1', port: Number(new URL(server.url).port) };
    const mail = { ...MAIL, server: { ...address, tls: 'none', login: undefined } } as const;
    const receivers = { notifyUrl: undefined, digestTo: ['ana@x.example'], mail };
    const sending = sendNotice(receivers, TEXT, stop.signal);
    await server.connected;
    stop.abort();
    assert.equal((await sending)[0]?.outcome, 'unreachable');
  });
});
