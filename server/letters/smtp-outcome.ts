import type { SmtpServer } from '../settings/mail-settings.ts';
import type { MailMessage } from './mail-message.ts';
import { type Kind, kindOf, oneLine, quote, type SmtpError } from './smtp-replies.ts';

/** How the delivery of a letter ended. */
interface Outcome {
  /**
   * - `later`: the server asks for another attempt, or refused the recipient but not because of the address.
   * - `unreachable`: no letter can be sent at present: no connection, no TLS, the login or the sender was refused, or the
   *   connection ended before the content.
   * - `uncertain`: the connection ended after the content was begun, without a reply. The server may have accepted it.
   */
  outcome: 'accepted' | 'refused' | 'later' | 'unreachable' | 'uncertain';
  /** The cause is not the address: further letters would probably fail in the same way. */
  isFailure: boolean;
  /** Of `refused`: the address does not exist, for example, or this server does not support its characters. */
  isAddressDead?: true;
  /**
   * Of `unreachable`: the server refused the recipient or the content, or ended the connection before the content, so it may
   * do so only with this letter. A quota or rate of the site is such an answer, too.
   */
  isOneLetter?: true;
}
/** `reply` is one line for the operator. */
export type MailOutcome = Outcome & { reply: string };

/** How far a conversation with a mail server got. */
export interface Progress {
  step: 'connect' | 'greeting' | 'login' | 'envelope';
  /** Whether a byte of the content may have been sent. Until then the server cannot have accepted the letter. */
  isContentBegun: boolean;
}

/** Where a conversation ended. `letter` is an answer to `DATA` or to the content, `content` its end without an answer. */
type Stage = Progress['step'] | 'sender' | 'recipient' | 'letter' | 'content';
/** What an error means at a stage. `other` is for the kinds that have no entry. */
type ByKind<Cell> = Partial<Record<Kind, Cell>> & { other: Cell };

const DEAD = { outcome: 'refused', isFailure: false, isAddressDead: true } as const;
const LATER = { outcome: 'later', isFailure: false } as const;
const UNREACHABLE = { outcome: 'unreachable', isFailure: false } as const;
const OF_SITE = { ...UNREACHABLE, isOneLetter: true } as const;
const ANSWERS = {
  later: LATER,
  limit: OF_SITE,
  'no login': OF_SITE,
  'bad sender': { ...OF_SITE, isFailure: true },
} as const;
const outcomes: Partial<Record<Stage, ByKind<Outcome>>> = {
  sender: { later: UNREACHABLE, limit: UNREACHABLE, other: { ...UNREACHABLE, isFailure: true } },
  envelope: { 'unusable address': DEAD, 'no SMTPUTF8': DEAD, other: OF_SITE },
  recipient: { ...ANSWERS, 'dead address': DEAD, other: { ...LATER, isFailure: true } },
  letter: { ...ANSWERS, other: { outcome: 'refused', isFailure: true } },
  content: { other: { outcome: 'uncertain', isFailure: true } },
};
const usual: ByKind<Outcome> = { other: UNREACHABLE };

/** @param error of Node or Nodemailer, which ended the conversation */
export function outcomeOf(
  error: SmtpError,
  progress: Progress,
  server: SmtpServer,
  { from, to }: Pick<MailMessage, 'from' | 'to'>,
): MailOutcome {
  const stage = stageOf(error, progress);
  const kind = kindOf(error, to);
  const row = outcomes[stage] ?? usual;
  const sentences = sentencesOf(error, server, from)[stage];
  return { ...(row[kind] ?? row.other), reply: sentences[kind] ?? sentences.other };
}

function stageOf(
  { command, code, responseCode = 0 }: SmtpError,
  { step, isContentBegun }: Progress,
): Stage {
  const isRefusal = responseCode >= 400 && responseCode <= 599;
  // Every other code means that the connection ended without a complete reply.
  if (isContentBegun) return isRefusal && code === 'EMESSAGE' ? 'letter' : 'content';
  if (command === 'MAIL FROM') return 'sender';
  if (isRefusal && command === 'RCPT TO') return 'recipient';
  if (isRefusal && command === 'DATA') return 'letter';
  return step;
}

function sentencesOf(
  error: SmtpError,
  server: SmtpServer,
  from: string,
): Record<Stage, ByKind<string>> {
  const { host, port, tls, login } = server;
  const said = quote(error.response, login);
  const detail = oneLine(error.message);
  const noSender = `The mail server refused the sender ${from}: ${said}`;
  const ended = (more = '') => ({
    flood: `The mail server sent more than 64 KB of replies.${more}`,
    late: `The mail server did not answer in time.${more}`,
    lost: `The connection to the mail server ended without an answer.${more}`,
    other: `The mail server closed the connection: ${said}${more}`,
  });
  const answers = {
    later: `The mail server asks to try later: ${said}`,
    limit: `The mail server takes no more letters from this site at present: ${said}`,
    'no login': `The mail server takes no letters to other servers from this site: ${said} It probably needs a login: check user and password in SMTP_URL.`,
    'bad sender': `The mail server refuses letters from this sender: ${said} Check MAIL_FROM, the records SPF and DKIM of its domain, and your provider's limits.`,
  };
  return {
    connect: {
      'unknown host': `The host ${host} is unknown. Check it in SMTP_URL, and whether this machine can look up names.`,
      'no listener': `Nothing listens on ${host}:${port}. Check host and port in SMTP_URL: usual are 587 for smtp:// and 465 for smtps://.`,
      late: `${host}:${port} did not answer in time. Check host and port in SMTP_URL, and whether a firewall blocks this port.`,
      other: `The connection to ${host}:${port} failed (${error.code ?? error.name}).`,
    },
    greeting: {
      ...ended(),
      certificate: `The certificate of ${host} is not valid (${detail}). Check the host in SMTP_URL; certificates of a private authority need NODE_EXTRA_CA_CERTS in the environment, not in .env.`,
      'no TLS offered': `The mail server offers no encryption on port ${port}: ${said} Letters are sent only with TLS: use smtps:// and its port, or another server.`,
      'no TLS': `${host}:${port} does not speak TLS as expected (${detail}). Check the port in SMTP_URL, or use ${tls === 'implicit' ? 'smtp' : 'smtps'}://.`,
      late: `${host}:${port} did not greet in time. Check the port in SMTP_URL: a port for smtps:// is silent with smtp://.`,
      lost: `${host}:${port} closed the connection before it was ready. Check the port in SMTP_URL.`,
      other: `The mail server is not ready: ${said}`,
    },
    login: {
      ...ended(),
      later: `The mail server cannot check the login at present: ${said}`,
      limit: answers.limit,
      other: `The mail server refused the login: ${said} Check user and password in SMTP_URL; their special characters must be percent-encoded.`,
    },
    sender: {
      // MAIL_FROM is probably right.
      later: noSender,
      limit: answers.limit,
      other: `${noSender} Check MAIL_FROM: most servers accept only addresses that belong to the login.`,
    },
    envelope: {
      ...ended(' The content was not begun.'),
      limit: answers.limit,
      'unusable address': 'The recipient’s address cannot be used in SMTP.',
      'no SMTPUTF8':
        'The mail server does not support addresses with other characters than ASCII (SMTPUTF8), and the recipient’s address has some.',
    },
    recipient: { ...answers, other: `The mail server refused the recipient: ${said}` },
    letter: { ...answers, other: `The mail server refused the letter: ${said}` },
    content: ended(' It may have accepted the letter, because its content was sent or begun.'),
  };
}
