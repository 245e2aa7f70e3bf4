import type { SmtpServer } from '../settings/mail-settings.ts';

export type SmtpStep = 'connect' | 'greeting' | 'login' | 'envelope';

/** The properties of an error of Node or Nodemailer. */
export interface SmtpError extends Error {
  code?: string;
  /** The code that the error had before Nodemailer replaced the code; undefined if it was not replaced. */
  originalCode?: string;
  /** The command that was answered, such as `RCPT TO`. */
  command?: string;
  /** The server's reply, which may have several lines. */
  response?: string;
  /** The three digits at the beginning of the reply. */
  responseCode?: number;
  timeoutType?: string;
}

const MAX_QUOTE = 120;

/** @returns the server's reply as one line, with a full stop at the end and without the password */
export function quote(response: string | undefined, login: SmtpServer['login']): string {
  const line = withoutSecrets(response ?? '', login)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line === '') return 'it gave no reason.';
  const short = line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}

/** A server may repeat in its reply what it received in the login. */
function withoutSecrets(text: string, login: SmtpServer['login']): string {
  if (!login) return text;
  const { user, password } = login;
  const base64 = (plain: string) => Buffer.from(plain).toString('base64');
  return [base64(`\0${user}\0${password}`), base64(password), password].reduce(
    (rest, secret) => rest.replaceAll(secret, '…'),
    text,
  );
}

/** What a permanent refusal of a recipient or of the content is about; undefined if the reply does not say. */
export type Cause = 'login' | 'sender' | 'address';

/** Enhanced codes (RFC 3463) of addresses that get no mail: they do not exist, have moved, or are disabled. */
const DEAD = /^5\.(1\.(1|2|3|6|10)|2\.1)$/;
/** The address of the sender, the limits of the system or of the sender, and checks of the sender (RFC 7372, 7489). */
const OF_SENDER = /^5\.(1\.[78]|4\.5|7\.(2[0-9]))$/;
const SENDER_WORDS =
  /\bsender|\bmail from\b|\b(spf|dkim|dmarc|dnsbl|rbl|spamhaus|ptr)\b|(block|black|deny)[ -]?list|\blisted\b|reputation|reverse (dns|host)|helo|rate limit|too many|quota exceeded|sending (quota|limit)/;
const ADDRESS_WORDS =
  /\b(no such|unknown|invalid|non-?existent|inactive|disabled) (local )?(user|recipient|mailbox|address|account|person)|\b(user|recipient|mailbox|address|account)( \w+)? (is )?(unknown|not found|not exist|disabled|inactive|invalid|unavailable)|(does ?n[o']t|doesn.t|not) exist|no mailbox/;

/**
 * Servers repeat names of the recipient, which strangers choose, so words are searched in the rest of the reply. What is
 * about the site comes first: "550-No such user here", then "550 Sender verify failed" is about the sender.
 */
export function causeOf(
  { response = '', responseCode = 0 }: SmtpError,
  recipient: string,
): Cause | undefined {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
  if (responseCode === 530 || responseCode === 535) return 'login';
  if (DEAD.test(enhanced)) return 'address';
  const words = withoutNames(response, recipient);
  if (OF_SENDER.test(enhanced)) return 'sender';
  if (/\brelay/.test(words)) return 'login';
  if (SENDER_WORDS.test(words)) return 'sender';
  return enhanced === '' && ADDRESS_WORDS.test(words) ? 'address' : undefined;
}

/** Removes addresses and domains from a reply. */
function withoutNames(response: string, recipient: string): string {
  return response
    .toLowerCase()
    .replaceAll(recipient.toLowerCase(), '')
    .replaceAll(/<[^>]*>|\S+[@.]\w\S*/g, '');
}

/** @returns a sentence about a connection that ended while a reply was awaited */
export function lostConnection(error: SmtpError, said: string): string {
  if (error.name === 'TooManyReplies') return 'The mail server sent more than 64 KB of replies.';
  if (error.response) return `The mail server closed the connection: ${said}`;
  if (isLate(error)) return 'The mail server did not answer in time.';
  return 'The connection to the mail server ended without an answer.';
}

/** @returns what is wrong, and what the operator can do */
export function whyUnreachable(
  error: SmtpError,
  step: SmtpStep,
  server: SmtpServer,
  said: string,
): string {
  if (error.name === 'TooManyReplies') return lostConnection(error, said);
  if (step === 'connect') return whyNotConnected(error, server);
  if (step === 'greeting') return whyNotGreeted(error, server, said);
  if (step === 'login' && error.response?.startsWith('4')) {
    return `The mail server cannot check the login at present: ${said}`;
  }
  if (step === 'login' && error.response) {
    return `The mail server refused the login: ${said} Check user and password in SMTP_URL; their special characters must be percent-encoded.`;
  }
  return lostConnection(error, said);
}

/** Whether a limit of this program, or one of the system, has ended the wait. */
function isLate({ name, code }: SmtpError): boolean {
  return code === 'ETIMEDOUT' || name === 'TimeoutError' || name === 'AbortError';
}

function whyNotConnected(error: SmtpError, { host, port }: SmtpServer): string {
  const { code, name } = error;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The host ${host} is unknown. Check it in SMTP_URL, and whether this machine can look up names.`;
  }
  if (code === 'ECONNREFUSED') {
    return `Nothing listens on ${host}:${port}. Check host and port in SMTP_URL: usual are 587 for smtp:// and 465 for smtps://.`;
  }
  if (isLate(error)) {
    return `${host}:${port} did not answer in time. Check host and port in SMTP_URL, and whether a firewall blocks this port.`;
  }
  return `The connection to ${host}:${port} failed (${code ?? name}).`;
}

function whyNotGreeted(error: SmtpError, { host, port, tls }: SmtpServer, said: string): string {
  const { code = '', originalCode = code, response, timeoutType } = error;
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(originalCode)) {
    return `The certificate of ${host} is not valid (${cut(error.message)}). Check the host in SMTP_URL; certificates of a private authority need NODE_EXTRA_CA_CERTS.`;
  }
  if (code === 'ETLS' && response) {
    return `The mail server offers no encryption on port ${port}: ${said} Letters are sent only with TLS: use smtps:// and its port, or another server.`;
  }
  if (
    code === 'ETLS' ||
    /SSL|TLS|EPROTO$/.test(originalCode) ||
    timeoutType === 'UPGRADE_TIMEOUT'
  ) {
    const other = tls === 'implicit' ? 'smtp://' : 'smtps://';
    return `${host}:${port} does not speak TLS as expected (${cut(error.message)}). Check the port in SMTP_URL, or use ${other}.`;
  }
  if (isLate(error)) {
    return `${host}:${port} did not greet in time. Check the port in SMTP_URL: a port for smtps:// is silent with smtp://.`;
  }
  if (response) return `The mail server is not ready: ${said}`;
  return `${host}:${port} closed the connection before it was ready. Check the port in SMTP_URL.`;
}

function cut(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
}
