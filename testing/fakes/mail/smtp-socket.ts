import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certified } from '../../databases/test-certificates.ts';
import type { Act } from './acts.ts';

const DRIP_EVERY_MS = 10;
/** An act or the client has ended the connection. */
const ENDED = new Error('The connection has ended.');

/** The connection of a client to a fake mail server. After the connection has ended, every read rejects. */
export class SmtpSocket {
  #socket: Socket;
  #lines: AsyncGenerator<string>;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#lines = linesOf(socket);
  }

  get isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  /** Switches to TLS. Lines that were received before, and not read, are dropped. */
  async encrypt(certified: Certified | undefined): Promise<void> {
    await this.#lines.return(undefined);
    const { certificate, key } = certified ?? {};
    this.#socket = new TLSSocket(this.#socket, { isServer: true, cert: certificate, key });
    this.#lines = linesOf(this.#socket);
  }

  async readLine(): Promise<string> {
    const { done, value } = await this.#lines.next();
    if (done) throw ENDED;
    return value;
  }

  send(reply: string): void {
    this.#socket.write(`${reply}\r\n`);
  }

  /**
   * Sends no more replies, and reads until the connection has ended. `close` and `reset` end the connection; otherwise
   * the client ends it.
   */
  async end(how: NonNullable<Act['afterwards']>): Promise<never> {
    if (how === 'reset') this.#socket.resetAndDestroy();
    if (how === 'close') await new Promise<void>((resolve) => this.#socket.end(resolve));
    const drip = how === 'drip' && setInterval(() => this.#socket.write('2'), DRIP_EVERY_MS);
    try {
      while (!(await this.#lines.next()).done);
    } finally {
      if (drip) clearInterval(drip);
    }
    throw ENDED;
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

function linesOf(socket: Socket): AsyncGenerator<string> {
  // `readLines` throws socket errors. Without a listener, an error while nothing is read would end the process.
  socket.on('error', () => {});
  return readLines(socket);
}

async function* readLines(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  // In latin1 each byte is a character, so no character is cut between two chunks. The lines are decoded as UTF-8.
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield Buffer.from(line, 'latin1').toString();
  }
}
