import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { SmtpServer } from '../settings/mail-settings.ts';
import type { MailMessage } from './mail-message.ts';
import { type MailOutcome, outcomeOf, type Progress } from './smtp-outcome.ts';
import { quote, type SmtpError } from './smtp-replies.ts';

/** How long each part of a delivery may take, in milliseconds. */
export interface SmtpLimits {
  readonly connect: number;
  readonly greeting: number;
  /** The time without a byte while a reply is awaited, also the one to the content. */
  readonly reply: number;
  /** The time of the whole delivery, even if the server sends a byte now and then. */
  readonly letter: number;
}

/** As long as RFC 5321 requires: a server may check a letter for ten minutes before it answers. */
export const USUAL_LIMITS: SmtpLimits = {
  connect: 30_000,
  greeting: 5 * MINUTE_MS,
  reply: 10 * MINUTE_MS,
  letter: 20 * MINUTE_MS,
};

/** Without this extension a server accepts no address with other characters than ASCII (RFC 6531). */
const TAKES_UNICODE = /^250[ -]SMTPUTF8\b/im;
/** All replies of a delivery together have some kilobytes. Nodemailer reads more for minutes, without a pause. */
const MAX_RECEIVED_BYTES = 64 * 1024;
const LOOK_EVERY_MS = 20;
/** How long the server may take to close a connection after the site has closed it. */
const CLOSE_WITHIN_MS = 1_000;

/**
 * Sends one letter on a new connection. Never rejects.
 *
 * @param tooLate ends the delivery, as the limit of the whole delivery does
 */
export async function deliver(
  server: SmtpServer,
  message: MailMessage,
  limits: SmtpLimits,
  tooLate?: AbortSignal,
): Promise<MailOutcome> {
  const { host, port, tls, login } = server;
  const { from, to, content } = message;
  const progress: Progress = { step: 'connect', isContentBegun: false };
  const limit = AbortSignal.timeout(limits.letter);
  const end = tooLate ? AbortSignal.any([tooLate, limit]) : limit;
  const socket = connect({ host, port });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  try {
    const connecting = AbortSignal.any([end, AbortSignal.timeout(limits.connect)]);
    await once(socket, 'connect', { signal: connecting });
    return { outcome: 'accepted', isFailure: false, reply: quote(await converse(), login) };
  } catch (error) {
    if (progress.step === 'connect') socket.destroy();
    return outcomeOf(error as SmtpError, progress, server, message);
  } finally {
    // Until then the server counts the connection, and may refuse the next one.
    await closed;
  }

  /** @returns the server's reply to the content. @throws errors of Node and Nodemailer */
  async function converse(): Promise<string> {
    const connection = new SMTPConnection({
      connection: socket,
      host,
      ...(server.greetsAs && { name: server.greetsAs }),
      secure: tls === 'implicit',
      requireTLS: tls === 'required',
      ignoreTLS: tls === 'none',
      // Greeting and STARTTLS together.
      connectionTimeout: 2 * limits.greeting,
      greetingTimeout: limits.greeting,
      socketTimeout: limits.reply,
      socketCloseTimeout: CLOSE_WITHIN_MS,
    });
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {});
    const look = setInterval(() => {
      if (socket.bytesRead <= MAX_RECEIVED_BYTES) return;
      failed.reject(failure('TOO_MANY_REPLIES'));
      socket.destroy();
    }, LOOK_EVERY_MS);
    connection.on('error', failed.reject);
    // `setImmediate` lets a step that waits for a reply reject first, because its error says more.
    connection.once('end', () =>
      setImmediate(failed.reject, new Error('The connection was closed')),
    );
    end.addEventListener('abort', () => failed.reject(end.reason));
    const step = <Result>(work: Promise<Result>) => Promise.race([failed.promise, work]);

    try {
      progress.step = 'greeting';
      await step(promisify(connection.connect.bind(connection))());
      const takesUnicode = TAKES_UNICODE.test(connection.lastServerResponse || '');
      progress.step = 'login';
      // Tries to log in even if the server does not offer it, because a letter must not be sent without the login.
      const logIn = promisify(connection.login.bind(connection));
      if (login) await step(logIn({ user: login.user, pass: login.password }));
      progress.step = 'envelope';
      if (!takesUnicode && /[^\0-\x7f]/.test(to)) throw failure('NO_SMTPUTF8');
      const send = promisify(connection.send.bind(connection));
      const sent = await step(send({ from, to: [to] }, Readable.from(begin())));
      connection.quit();
      return sent?.response ?? '';
    } finally {
      clearInterval(look);
      connection.close();
    }
  }

  /** Nodemailer reads the content when the server has accepted `DATA`, and only then. */
  function* begin() {
    progress.isContentBegun = true;
    yield content;
  }
}

/** @param code as in the errors of Nodemailer (`kindOf`) */
function failure(code: string): SmtpError {
  return Object.assign(new Error(code), { code });
}
