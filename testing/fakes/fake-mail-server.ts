import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { SmtpServer } from '../../server/settings/mail-settings.ts';
import { type Acts, playScript, type Step } from './smtp-script.ts';

export type FakeMailServer = Awaited<ReturnType<typeof startFakeMailServer>>;
export type FakeMailServerOptions = SMTPServerOptions & Partial<SmtpServer>;

/** Replaces a provider's mail server in tests, with the same protocol (RFC 5321). */
export async function startFakeMailServer(options: FakeMailServerOptions = {}) {
  const { host = '127.0.0.1', tls = 'none', login, ...others } = options;
  const letters: { from: string; to: string[]; content: string; user?: string }[] = [];
  const events = new EventEmitter().on('letter', (letter) => letters.push(letter));
  const library = new SMTPServer({
    ...others,
    secure: tls === 'implicit',
    disableReverseLookup: true,
    authOptional: !login,
    allowInsecureAuth: tls === 'none',
    hideENHANCEDSTATUSCODES: false,
    disabledCommands: [tls === 'required' ? '' : 'STARTTLS', login ? '' : 'AUTH'],
    onAuth({ username: user, password }, _session, done) {
      const isRight = user === login?.user && password === login?.password;
      done(isRight ? null : new Error('Wrong user or password'), { user });
    },
    async onData(stream, { envelope, user }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map(({ address }) => address);
      events.emit('letter', { from, to, content: await text(stream), user });
      done(null, 'Accepted');
    },
  }).on('error', () => {});
  const scripted: Socket[] = [];
  let script: Acts | undefined;
  const listener = createServer((socket) => {
    if (!script) return library.server.emit('connection', socket);
    scripted.push(socket.on('error', () => {}));
    return playScript(socket, script, events).catch(() => {});
  }).listen(0, '127.0.0.1');
  await once(listener.unref(), 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    /** Its address, in the form of the site's settings. */
    server: { host, port, tls, login } as SmtpServer,
    /** The letters that it accepted, in order. A letter that was sent twice is here twice. */
    letters,
    /** Plays a script in each new conversation. Without a script, the library answers. */
    play(next: Acts | undefined) {
      script = next;
    },
    /** Resolves when a script next gets to a step, and the client has read the replies to the earlier steps. */
    async reached(step: Step) {
      await once(events, step);
      // The earlier replies are in the client's socket, which the event loop reads before the second `setImmediate`.
      await setImmediate();
      await setImmediate();
    },
    /** Resolves with the next letter that it accepts. */
    next: async (): Promise<(typeof letters)[number]> => (await once(events, 'letter'))[0],
    async close() {
      for (const socket of scripted) socket.destroy();
      await once(listener.close(), 'close');
    },
  };
}
