import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { authorityFile, readCertificate } from '../../testing/certificates/certificates.ts';
import { LETTER, LOGIN, sendTo, sendToFake } from '../../testing/send-to-fake.ts';
import { USUAL_LIMITS } from './smtp-delivery.ts';
import type { MailOutcome } from './smtp-outcome.ts';

const certificate = readCertificate('localhost');

function assertUnreachable({ outcome, reply }: MailOutcome, sentence: RegExp): void {
  assert.equal(outcome, 'unreachable', reply);
  assert.match(reply, sentence);
}

describe('a connection with TLS', () => {
  const usual = getCACertificates('default');
  const authority = readFileSync(authorityFile('authority'), 'utf8');
  before(() => setDefaultCACertificates([...usual, authority]));
  after(() => setDefaultCACertificates(usual));

  for (const tls of ['implicit', 'required'] as const) {
    const right = { tls, ...certificate, host: 'localhost', login: LOGIN };

    test(`transports a letter and the login (${tls})`, async () => {
      for (const method of ['PLAIN', 'LOGIN']) {
        const { outcome, reply, letters } = await sendToFake({ ...right, authMethods: [method] });
        assert.equal(outcome, 'accepted', reply);
        assert.partialDeepStrictEqual(letters, [{ user: LOGIN.user }]);
      }
    });

    const wrong = {
      'for another name': readCertificate('other-host'),
      'of an unknown authority': readCertificate('unknown-authority'),
    };
    for (const [what, certificate] of Object.entries(wrong)) {
      test(`sends nothing if the certificate is ${what} (${tls})`, async () => {
        const result = await sendToFake({ ...right, ...certificate });
        assertUnreachable(
          result,
          /^The certificate of localhost is not valid \(.+\)\. Check the host/,
        );
        assert.deepEqual(result.letters, []);
      });
    }

    test(`sends nothing to a server without TLS (${tls})`, async () => {
      const result = await sendToFake({ login: LOGIN }, { changes: { tls } });
      assertUnreachable(
        result,
        tls === 'implicit'
          ? /does not speak TLS as expected .*use smtp:\/\//
          : /offers no encryption on port \d+: 500 5\.5\.2 .*use smtps:\/\//,
      );
      assert.deepEqual(result.letters, []);
    });
  }

  test('sends nothing if the server refuses STARTTLS, or closes the connection without an answer', async () => {
    const right = { tls: 'required', host: 'localhost' } as const;
    const busy = { STARTTLS: { reply: '454 4.7.0 TLS is not available' } };
    assertUnreachable(
      await sendToFake(right, { acts: busy }),
      /offers no encryption .*: 454 4\.7\.0/,
    );
    const closes = { STARTTLS: { reply: '', afterwards: 'close' } } as const;
    assertUnreachable(await sendToFake(right, { acts: closes }), /closed the connection/);
  });
});

describe('a login', () => {
  test('that a server repeats is not in the reply', async () => {
    const { user, password } = LOGIN;
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    for (const secret of [password, base64(password), base64(`\0${user}\0${password}`)]) {
      const acts = { AUTH: { reply: `535 I do not know ${secret} at all` } };
      const result = await sendToFake({ login: LOGIN }, { acts });
      assertUnreachable(result, /535 I do not know … at all/);
    }
  });

  test('that is set is required, and no letter is sent to a server that offers no login', async () => {
    const result = await sendToFake({}, { changes: { login: LOGIN } });
    assertUnreachable(result, /refused the login/);
    assert.deepEqual(result.letters, []);
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
    // The worker never accepts a connection, so only the first few connections are established.
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
    const result = await sendTo({ ...server, port }, LETTER, { ...USUAL_LIMITS, connect: 100 });
    assertUnreachable(result, /did not answer in time\. Check host and port.*firewall/);
    for (const socket of waiting) socket.destroy();
    await worker.terminate();
  });
});
