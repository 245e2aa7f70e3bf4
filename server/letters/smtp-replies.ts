import type { SmtpServer } from '../settings/letters-settings.ts';

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

/** Whether the reply to a recipient is a permanent refusal because the server relays only for users with a login. */
export function isMissingLogin(
  { response = '', responseCode = 0 }: SmtpError,
  recipient: string,
): boolean {
  if (responseCode === 530 || responseCode === 535) return true;
  // A code 5.1.x means that the address is the reason, even in "5.1.1 User unknown in relay recipient table".
  if (responseCode < 500 || /^\d{3}[ -]5\.1\./.test(response)) return false;
  return /\brelay/i.test(withoutNames(response, recipient));
}

/**
 * Removes addresses and domains from a reply. Servers repeat those of the recipient, which strangers choose: the word
 * "relay" in a domain must not look like a missing login.
 */
function withoutNames(response: string, recipient: string): string {
  return response
    .toLowerCase()
    .replaceAll(recipient.toLowerCase(), '')
    .replaceAll(/<[^>]*>|\S+[@.]\w\S*/g, '');
}

/**
 * Whether a permanent refusal of a recipient says that the address is the reason. Other reasons, such as a server's
 * blocklist, say nothing about the address. The enhanced code (RFC 3463) decides if there is one.
 */
export function isDeadAddress({ response = '', responseCode = 0 }: SmtpError): boolean {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (enhanced) return /^5\.(1\.(1|2|3|6|10)|2\.1)$/.test(enhanced);
  return [501, 550, 551, 553, 556].includes(responseCode);
}

/** @returns a sentence about a connection that ended while a reply was awaited */
export function lostConnection(error: SmtpError, said: string): string {
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
  if (step === 'connect') return whyNotConnected(error, server);
  if (step === 'greeting') return whyNotGreeted(error, server, said);
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
