import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Act, MailServerOptions, ReceivedLetter, Step } from './acts.ts';
import { SmtpSocket } from './smtp-socket.ts';

/** What a session needs from its server. */
export interface SessionOwner {
  actAt(step: Step): Act | undefined;
  accept(letter: ReceivedLetter): void;
}

/** One connection to a fake mail server. */
export class SmtpSession {
  readonly #socket: SmtpSocket;
  readonly #options: MailServerOptions;
  readonly #owner: SessionOwner;
  #user: string | undefined;
  #from: string | undefined;
  #to: string[] = [];

  constructor(socket: Socket, options: MailServerOptions, owner: SessionOwner) {
    this.#options = options;
    this.#owner = owner;
    this.#socket = new SmtpSocket(socket);
  }

  /** Resolves when the connection has ended. */
  async run(): Promise<void> {
    try {
      if (this.#options.tls === 'implicit') await this.#socket.encrypt(this.#options.certified);
      await this.#answer('CONNECT', '', '220 mail.example ESMTP');
      for (;;) await this.#obey(await this.#socket.readLine());
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
        return this.#socket.send('250 2.0.0 Forgotten');
      case 'NOOP':
        return this.#socket.send('250 2.0.0 Nothing done');
      case 'QUIT':
        await this.#answer('QUIT', line, '221 2.0.0 Bye');
        return await this.#socket.end('close');
      default:
        return this.#socket.send('500 5.5.1 Unknown command');
    }
  }

  #greeting(): string {
    const { tls, login, authMethods, extensions } = this.#options;
    const offers = ['mail.example', ...extensions];
    if (tls === 'required' && !this.#socket.isEncrypted) offers.push('STARTTLS');
    else if (login) offers.push(`AUTH ${authMethods.join(' ')}`);
    const last = offers.length - 1;
    return offers.map((offer, index) => `250${index < last ? '-' : ' '}${offer}`).join('\r\n');
  }

  async #startTls(line: string): Promise<void> {
    const isOffered = this.#options.tls === 'required' && !this.#socket.isEncrypted;
    const reply = isOffered ? '220 2.0.0 Go ahead' : '502 5.5.1 STARTTLS is not offered';
    if (!(await this.#answer('STARTTLS', line, reply))) return;
    await this.#socket.encrypt(this.#options.certified);
    this.#forget();
  }

  async #logIn(line: string): Promise<void> {
    const [, method = '', initial] = line.split(' ');
    const { login, authMethods, tls } = this.#options;
    const isOffered = authMethods.includes(method) && (tls === 'none' || this.#socket.isEncrypted);
    if (!login || !isOffered) return this.#socket.send('504 5.5.4 This login is not offered');
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
    this.#socket.send(`334 ${prompt}`);
    return await this.#socket.readLine();
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
    let next = await this.#socket.readLine();
    await this.#answer('CONTENT_BEGUN', next, '');
    for (; next !== '.'; next = await this.#socket.readLine())
      content += `${next.replace(/^\./, '')}\r\n`;
    const letter = {
      ...{ from: this.#from ?? '', to: this.#to, content },
      ...{ isEncrypted: this.#socket.isEncrypted, user: this.#user },
    };
    await this.#answer('CONTENT', content, '250 2.0.0 Accepted', letter);
    this.#forget();
  }

  /**
   * Replies as usual, or as the act at this step says. A letter is accepted before the reply to it.
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
    if (reply) this.#socket.send(reply);
    if (act.afterwards) await this.#socket.end(act.afterwards);
    return isPositive;
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
