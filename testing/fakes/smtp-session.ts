import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { SmtpServer } from '../../server/settings/letters-settings.ts';
import type { Certified } from '../databases/test-certificates.ts';

export interface MailServerOptions {
  tls: SmtpServer['tls'];
  /** If set, letters are accepted only after this login. */
  login: SmtpServer['login'];
  /** For `tls`. */
  certified: Certified | undefined;
  /** What it offers besides STARTTLS and AUTH. */
  extensions: readonly string[];
  /** How users may log in. */
  authMethods: readonly string[];
}

export interface ReceivedLetter {
  from: string;
  to: string[];
  /** Without the dots that SMTP adds, with CRLF at the end of each line. */
  content: string;
  isEncrypted: boolean;
  /** Who was logged in. */
  user: string | undefined;
}

/** `CONTENT_BEGUN` is the first line of the content, `CONTENT` the dot after the last one. */
export type Step =
  | 'CONNECT'
  | 'EHLO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'CONTENT_BEGUN'
  | 'CONTENT'
  | 'QUIT';

/** What happens at a step. */
export interface Act {
  /** Another reply than usual; an empty one is not sent. */
  reply?: string;
  /** How long the server waits before the reply. */
  delayMs?: number;
  /** What happens after the reply: nothing is sent any more, or a byte now and then, or the connection ends. */
  then?: 'silence' | 'drip' | 'close' | 'reset';
  /** At `CONTENT`: the letter is accepted, whatever the reply is. */
  accepts?: boolean;
  /** The act happens only for a command or a content that contains this text. */
  onlyFor?: string;
}
export type Acts = Partial<Record<Step, Act>>;

/** What a session needs from its server. */
export interface SessionOwner {
  actAt(step: Step): Act | undefined;
  accept(letter: ReceivedLetter): void;
}

const DRIP_EVERY_MS = 10;
/** The end of a session that an act has ended. */
const ENDED = new Error('The session has ended.');

/** One connection to a fake mail server. */
export class SmtpSession {
  #socket!: Socket;
  #lines!: AsyncGenerator<string>;
  readonly #options: MailServerOptions;
  readonly #owner: SessionOwner;
  #user: string | undefined;
  #from: string | undefined;
  #to: string[] = [];

  constructor(socket: Socket, options: MailServerOptions, owner: SessionOwner) {
    this.#options = options;
    this.#owner = owner;
    this.#use(socket);
  }

  /** Ends with the connection. */
  async run(): Promise<void> {
    try {
      if (this.#options.tls === 'implicit') await this.#encrypt();
      await this.#answer('CONNECT', '', '220 mail.example ESMTP');
      for (;;) await this.#obey(await this.#read());
    } catch {
      // The client or an act has ended the connection.
    } finally {
      this.#socket.destroy();
    }
  }

  async #obey(line: string): Promise<void> {
    const verb = line.split(/[ :]/, 1)[0]?.toUpperCase();
    switch (verb) {
      case 'EHLO':
        return void (await this.#answer('EHLO', line, this.#greeting()));
      case 'STARTTLS':
        return await this.#startTls(line);
      case 'AUTH':
        return await this.#logIn(line);
      case 'MAIL':
        return await this.#takeSender(line);
      case 'RCPT':
        return await this.#takeRecipient(line);
      case 'DATA':
        return await this.#takeContent(line);
      case 'RSET':
        this.#forget();
        return this.#send('250 2.0.0 Forgotten');
      case 'NOOP':
        return this.#send('250 2.0.0 Nothing done');
      case 'QUIT':
        await this.#answer('QUIT', line, '221 2.0.0 Bye');
        return await this.#end('close');
      default:
        return this.#send('500 5.5.1 Unknown command');
    }
  }

  #greeting(): string {
    const { tls, login, authMethods, extensions } = this.#options;
    const offers = ['mail.example', ...extensions];
    if (tls === 'required' && !this.#isEncrypted) offers.push('STARTTLS');
    else if (login) offers.push(`AUTH ${authMethods.join(' ')}`);
    const last = offers.length - 1;
    return offers.map((offer, index) => `250${index < last ? '-' : ' '}${offer}`).join('\r\n');
  }

  async #startTls(line: string): Promise<void> {
    const isOffered = this.#options.tls === 'required' && !this.#isEncrypted;
    const reply = isOffered ? '220 2.0.0 Go ahead' : '502 5.5.1 STARTTLS is not offered';
    if (!(await this.#answer('STARTTLS', line, reply))) return;
    await this.#encrypt();
    this.#forget();
  }

  async #encrypt(): Promise<void> {
    const { certificate, key } = this.#options.certified ?? {};
    // Ends the iteration without closing the socket, from which the TLS socket then reads.
    await this.#lines.return?.();
    this.#use(new TLSSocket(this.#socket, { isServer: true, cert: certificate, key }));
  }

  #use(socket: Socket): void {
    this.#socket = socket;
    this.#lines = readLines(socket);
    // The loop in `run` ends with the connection.
    socket.on('error', () => {});
  }

  get #isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  async #logIn(line: string): Promise<void> {
    const [, method = '', initial] = line.split(' ');
    const { login, authMethods, tls } = this.#options;
    const isOffered = authMethods.includes(method) && (tls === 'none' || this.#isEncrypted);
    if (!login || !isOffered) return this.#send('504 5.5.4 This login is not offered');
    const [user = '', password = ''] =
      method === 'PLAIN'
        ? fromBase64(initial ?? (await this.#ask('')))
            .split('\0')
            .slice(1)
        : [
            fromBase64(await this.#ask('VXNlcm5hbWU6')),
            fromBase64(await this.#ask('UGFzc3dvcmQ6')),
          ];
    const isRight = user === login.user && password === login.password;
    const reply = isRight ? '235 2.7.0 Welcome' : '535 5.7.8 Wrong user or password';
    if (await this.#answer('AUTH', line, reply)) this.#user = user;
  }

  async #ask(prompt: string): Promise<string> {
    this.#send(`334 ${prompt}`);
    return await this.#read();
  }

  async #takeSender(line: string): Promise<void> {
    const { extensions, login } = this.#options;
    const [, address = '', size] = /^MAIL FROM:<([^>]*)>(?:.* SIZE=(\d+))?/i.exec(line) ?? [];
    const limit = extensions.find((offer) => offer.startsWith('SIZE '))?.slice('SIZE '.length);
    let reply = '250 2.1.0 Sender accepted';
    if (login && !this.#user) reply = '530 5.7.0 Log in first';
    else if (size && limit && Number(size) > Number(limit)) reply = '552 5.3.4 Too large';
    else if (!isAscii(address) && !line.endsWith('SMTPUTF8')) reply = '553 5.6.7 Needs SMTPUTF8';
    if (await this.#answer('MAIL', line, reply)) this.#from = address;
  }

  async #takeRecipient(line: string): Promise<void> {
    const [, address] = /^RCPT TO:<([^>]+)>/i.exec(line) ?? [];
    let reply = '250 2.1.5 Recipient accepted';
    if (this.#from === undefined) reply = '503 5.5.1 Name the sender first';
    else if (!address) reply = '501 5.1.3 No address';
    if ((await this.#answer('RCPT', line, reply)) && address) this.#to.push(address);
  }

  async #takeContent(line: string): Promise<void> {
    const reply = this.#to.length > 0 ? '354 Go on' : '503 5.5.1 Name a recipient first';
    if (!(await this.#answer('DATA', line, reply))) return;
    let content = '';
    let next = await this.#read();
    await this.#answer('CONTENT_BEGUN', next, '');
    for (; next !== '.'; next = await this.#read()) content += `${next.replace(/^\./, '')}\r\n`;
    const letter = {
      ...{ from: this.#from ?? '', to: this.#to, content },
      ...{ isEncrypted: this.#isEncrypted, user: this.#user },
    };
    await this.#answer('CONTENT', content, '250 2.0.0 Accepted', letter);
    this.#forget();
  }

  /**
   * Replies, unless an act does something else. A letter is accepted before the reply to it.
   *
   * @returns whether the reply is positive
   */
  async #answer(
    step: Step,
    line: string,
    usual: string,
    letter?: ReceivedLetter,
  ): Promise<boolean> {
    const found = this.#owner.actAt(step);
    const act = found && line.includes(found.onlyFor ?? '') ? found : {};
    const reply = act.reply ?? usual;
    const isPositive = /^[23]/.test(reply);
    if (letter && (isPositive || act.accepts)) this.#owner.accept(letter);
    if (act.delayMs) await delay(act.delayMs);
    if (reply) this.#send(reply);
    if (act.then) await this.#end(act.then);
    return isPositive;
  }

  async #end(how: NonNullable<Act['then']>): Promise<never> {
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

  async #read(): Promise<string> {
    const { done, value } = await this.#lines.next();
    if (done) throw ENDED;
    return value;
  }

  #send(reply: string): void {
    this.#socket.write(`${reply}\r\n`);
  }

  #forget(): void {
    this.#from = undefined;
    this.#to = [];
  }
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString();
}

async function* readLines(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  // As latin1, so that a character is not cut between two chunks.
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield Buffer.from(line, 'latin1').toString();
  }
}
