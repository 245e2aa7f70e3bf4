import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { SmtpServer } from '../../server/settings/mail-settings.ts';
import type { Acts, MailServerOptions, ReceivedLetter, Step } from './mail/acts.ts';
import { SmtpSession } from './mail/smtp-session.ts';

/** Replaces a provider's mail server in tests, with the same protocol (RFC 5321). */
export interface FakeMailServer {
  /** Its address, in the form of the site's settings. */
  readonly server: SmtpServer;
  /** The letters that it accepted, in order. A letter that was sent twice is here twice. */
  readonly letters: readonly ReceivedLetter[];
  /** Makes it misbehave at some steps of each conversation from now on. Without steps it behaves well again. */
  misbehave(acts: Acts): void;
  /** Resolves when a conversation next gets to a step, and the client has read the replies to the earlier steps. */
  reached(step: Step): Promise<void>;
  /** Resolves with the next letter that it accepts. */
  next(): Promise<ReceivedLetter>;
  close(): Promise<void>;
}

export interface FakeMailServerOptions extends MailServerOptions {
  /** The host in `server`. */
  host: string;
}

const USUAL: FakeMailServerOptions = {
  tls: 'none',
  login: undefined,
  certified: undefined,
  extensions: ['PIPELINING', 'SIZE 100000', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES'],
  authMethods: ['PLAIN', 'LOGIN'],
  host: '127.0.0.1',
};

/** @param onAccept called with each letter before the reply to it */
export async function startFakeMailServer(
  chosen: Partial<FakeMailServerOptions> = {},
  onAccept: (letter: ReceivedLetter) => void = () => {},
): Promise<FakeMailServer> {
  const options = { ...USUAL, ...chosen };
  const letters: ReceivedLetter[] = [];
  const events = new EventEmitter();
  const sockets = new Set<Socket>();
  let acts: Acts = {};

  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const session = new SmtpSession(socket, options, {
      actAt(step) {
        events.emit(step);
        return acts[step];
      },
      accept(letter) {
        letters.push(letter);
        onAccept(letter);
        events.emit('letter', letter);
      },
    });
    void session.run();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    server: { host: options.host, port, tls: options.tls, login: options.login },
    letters,
    misbehave(next) {
      acts = next;
    },
    async reached(step) {
      await once(events, step);
      // The earlier replies are in the client's socket, which the event loop reads before the second `setImmediate`.
      await setImmediate();
      await setImmediate();
    },
    async next() {
      const [letter] = await once(events, 'letter');
      return letter;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(listener.close(), 'close');
    },
  };
}
