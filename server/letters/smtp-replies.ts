import type { SmtpServer } from '../settings/mail-settings.ts';

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
/** A longer reply is cut before any pattern reads it. */
const MAX_READ = 1_000;

/** @returns the server's reply as one line, with a full stop at the end and without the password */
export function quote(response = '', login: SmtpServer['login']): string {
  const line = oneLine(withoutSecrets(response.slice(0, MAX_READ), login));
  if (line === '') return 'it gave no reason.';
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

export function oneLine(text: string, most = MAX_QUOTE): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
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

/** What an error without a reply means, by its codes and its name. The first row that fits decides. */
const connectionErrors = [
  ['unknown host', /\b(ENOTFOUND|EAI_AGAIN)\b/],
  ['no listener', /\bECONNREFUSED\b/],
  ['certificate', /CERT|SELF_SIGNED|UNABLE_TO/],
  ['no TLS', /SSL|TLS|\bEPROTO\b|UPGRADE_TIMEOUT/],
  // A limit of this program, or one of the system, has ended the wait.
  ['late', /\b(ETIMEDOUT|TimeoutError|AbortError)\b/],
  // Nodemailer itself refuses an address with angle brackets.
  ['unusable address', /\bAPI EENVELOPE\b/],
  ['no SMTPUTF8', /\bNO_SMTPUTF8\b/],
  ['flood', /\bTOO_MANY_REPLIES\b/],
] as const;

/**
 * What a permanent refusal is about. A pattern reads the code, the enhanced code or a dash, and the words without names.
 * The first row that fits decides. What is about the site comes first: "550-No such user here", then "550 Sender verify
 * failed" is about the sender.
 */
const refusals = [
  ['no login', /^53[05] /],
  // Addresses that get no mail: they do not exist, have moved, or are disabled (RFC 3463).
  ['dead address', /^\d+ 5\.(1\.(1|2|3|6|10)|2\.1) /],
  // The address of the sender, limits of the system or of the sender, and checks of the sender (RFC 7372, 7489).
  ['bad sender', /^\d+ 5\.(1\.[78]|4\.5|7\.2\d) /],
  ['no login', /\brelay/],
  [
    'bad sender',
    /\bsender|\bmail from\b|\b(spf|dkim|dmarc|dnsbl|rbl|spamhaus|ptr)\b|(block|black|deny)[ -]?list|\blisted\b|reputation|reverse (dns|host)|helo|rate limit|too many|quota exceeded|sending (quota|limit)/,
  ],
  [
    'dead address',
    /^\d+ - .*(\b(no such|unknown|invalid|non-?existent|inactive|disabled) (local )?(user|recipient|mailbox|address|account|person)|\b(user|recipient|mailbox|address|account)( \w+)? (is )?(unknown|not found|not exist|disabled|inactive|invalid|unavailable)|(does ?n[o']t|doesn.t|not) exist|no mailbox)/s,
  ],
] as const;

/** Of "try later": a quota or rate of this site, which is not the recipient's fault. */
const LIMIT =
  /\b(quota|limits?|rate|volume|throttl\w*|too (many|much|fast)|temporarily deferred)\b/;
/**
 * The mailbox is full or gets too many letters, or greylisting requires a second attempt. Checks of policy (4.7) often
 * call the sender's quota a refused recipient.
 */
const OF_RECIPIENT =
  /gr[ae]y-?list|^\d+ 4\.2\.|^\d+ (?!4\.7\.).*\b(mailbox|user|recipient|account|inbox)\b/s;

export type Kind =
  | (typeof connectionErrors | typeof refusals)[number][0]
  | 'no TLS offered'
  | 'later'
  | 'limit'
  | 'reply'
  | 'lost';

/** @returns what an error means, if it ended a conversation about a letter to this recipient */
export function kindOf(error: SmtpError, recipient: string): Kind {
  const { name, code, originalCode, command, response, responseCode = 0, timeoutType } = error;
  const codes = [name, originalCode, timeoutType, command, code].join(' ');
  if (!response) return connectionErrors.find(([, pattern]) => pattern.test(codes))?.[0] ?? 'lost';
  if (code === 'ETLS') return 'no TLS offered';
  if (responseCode < 400 || responseCode > 599) return 'reply';
  const read = response.slice(0, MAX_READ);
  const [, enhanced = '-'] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(read) ?? [];
  const facts = `${responseCode} ${enhanced} ${withoutNames(read, recipient)}`;
  if (responseCode < 500) return LIMIT.test(facts) && !OF_RECIPIENT.test(facts) ? 'limit' : 'later';
  return refusals.find(([, pattern]) => pattern.test(facts))?.[0] ?? 'reply';
}

/** Servers repeat names of the recipient, which strangers choose. */
function withoutNames(response: string, recipient: string): string {
  return response
    .toLowerCase()
    .replaceAll(recipient.toLowerCase(), '')
    .replaceAll(/<[^>]*>|\S+[@.]\w\S*/g, '');
}
