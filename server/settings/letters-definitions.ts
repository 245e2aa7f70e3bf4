import { isIP } from 'node:net';
import type { SmtpServer } from './letters-settings.ts';
import { parseSender } from './sender.ts';
import { parseCount, type Setting } from './setting.ts';

/** The default budget: what most providers allow to a new sender. */
export const USUAL_LETTERS_BUDGET = { perHour: 100, perDay: 1000 };

/** The mail server as `SMTP_URL` gives it. Whether STARTTLS is required also depends on the host. */
export type SmtpAddress = Omit<SmtpServer, 'tls'> & { readonly isImplicitTls: boolean };

/** The settings for letters. */
export const lettersDefinitions = {
  smtp: {
    name: 'SMTP_URL',
    fallback: undefined,
    help: 'the mail server that sends the letters (docs/letters.md), with smtps:// for TLS from the first byte; without it the site sends no letters',
    expected:
      'smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT, with the special characters of user and password percent-encoded; the default port is 587 or 465; without user and password the site does not log in',
    secret: true,
    parse: parseSmtpUrl,
  } satisfies Setting<SmtpAddress>,
  mailFrom: {
    name: 'MAIL_FROM',
    fallback: undefined,
    help: 'the sender of the letters; required with SMTP_URL',
    expected:
      'an email address, or a name and an address, such as Impromptu <hello@impromptu.example>',
    parse: (text) => (parseSender(text) ? text : undefined),
  } satisfies Setting<string>,
  mailPerHour: {
    name: 'MAIL_PER_HOUR',
    fallback: undefined,
    usual: String(USUAL_LETTERS_BUDGET.perHour),
    help: 'maximum of letters in an hour (UTC)',
    expected: 'a whole number from 1 to 999999',
    parse: parseCount,
  } satisfies Setting<number>,
  mailPerDay: {
    name: 'MAIL_PER_DAY',
    fallback: undefined,
    usual: String(USUAL_LETTERS_BUDGET.perDay),
    help: 'maximum of letters in a day (UTC)',
    expected: 'a whole number from 1 to 999999',
    parse: parseCount,
  } satisfies Setting<number>,
  lettersBy: {
    name: 'LETTERS',
    fallback: undefined,
    help: 'for development: writes each letter as a file into data/letters; only allowed if no other machine can reach the site',
    expected: 'files',
    parse: (text) => (text === 'files' ? text : undefined),
  } satisfies Setting<'files'>,
} as const;

function parseSmtpUrl(text: string): SmtpAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol)) return undefined;
  const isImplicitTls = url.protocol === 'smtps:';
  const host = url.hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const isHost = isIP(host) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(host);
  const isBare = /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
  const login = parseLogin(url);
  if (!isHost || !isBare || url.port === '0' || login === undefined) return undefined;
  const port = Number(url.port) || (isImplicitTls ? 465 : 587);
  return { host, port, isImplicitTls, login: login ?? undefined };
}

/** @returns null for a URL without user and password, undefined for a URL with an invalid login */
function parseLogin({ username, password }: URL): SmtpServer['login'] | null {
  if (username === '' && password === '') return null;
  const [user, secret] = [username, password].map(decodeStrictly);
  return user && secret ? { user, password: secret } : undefined;
}

/** @returns undefined for a malformed percent-encoding, and for control characters, which no login may contain */
function decodeStrictly(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return /\p{Cc}/u.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}
