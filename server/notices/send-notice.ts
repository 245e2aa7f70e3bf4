import { randomUUID } from 'node:crypto';
import { MESSAGE_ID_DOMAIN } from '../letters/compose-letter.ts';
import type { ComposedLetter } from '../letters/mail-message.ts';
import type { MailOutcome } from '../letters/smtp-outcome.ts';
import { type Kind, kindOf, oneLine } from '../letters/smtp-replies.ts';
import { escapeHtml } from '../pages/page.ts';
import type { Settings } from '../settings/read-settings.ts';

/** To the end of the answer. */
const CHAT_WITHIN_MS = 5_000;
const MAIL_WITHIN_MS = 30_000;
/** Of what a chat says when it refuses a notice. */
const SHOWN_CHARACTERS = 200;

const reasons: Partial<Record<Kind, string>> = {
  'unknown host': 'there is no such host, or this machine cannot look it up',
  'no listener': 'no program listens there',
  certificate: 'its certificate is not valid',
  'no TLS': 'it does not speak TLS as expected',
  late: 'it did not answer in time',
};

export interface Delivery {
  to: 'chat' | 'mail';
  outcome: MailOutcome['outcome'];
  /** For the operator. It may contain an address of DIGEST_TO, but nothing of NOTIFY_URL after its host. */
  reply: string;
}

type Receivers = Pick<Settings, 'notifyUrl' | 'digestTo' | 'mail'>;

export function hasReceivers({ notifyUrl, digestTo }: Receivers): boolean {
  return notifyUrl !== undefined || digestTo !== undefined;
}

/** Sends a text once to each receiver, at the same time. Never rejects. @param stop ends all deliveries */
export async function sendNotice(
  { notifyUrl, digestTo = [], mail }: Receivers,
  text: string,
  stop?: AbortSignal,
): Promise<Delivery[]> {
  const chat = notifyUrl === undefined ? [] : [sendToChat(notifyUrl, text, stop)];
  const letters = mail ? digestTo.map((to) => sendByMail(mail, to, text, stop)) : [];
  return await Promise.all([...chat, ...letters]);
}

async function sendToChat(url: string, text: string, stop?: AbortSignal): Promise<Delivery> {
  const { host } = new URL(url);
  const begun = performance.now();
  try {
    const answer = await fetch(url, {
      method: 'POST',
      // The answer is small, so it does not need a decompressor.
      headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
      body: JSON.stringify({ text: forChat(text) }),
      // A redirect could lead the text, and the site, anywhere.
      redirect: 'manual',
      signal: within(CHAT_WITHIN_MS, stop),
    });
    const took = ((performance.now() - begun) / 1_000).toFixed(1);
    const reply = `${host} answered ${answer.status} after ${took} s`;
    if (answer.ok) {
      // Closes the connection, so that a receiver cannot send megabytes.
      answer.body?.cancel().catch(() => {});
      return { to: 'chat', outcome: 'accepted', reply };
    }
    const said = withoutPath(await answer.text(), url);
    const outcome = answer.status === 429 ? 'later' : 'refused';
    return { to: 'chat', outcome, reply: [reply, said].filter(Boolean).join(': ') };
  } catch (error) {
    // The message of such an error may contain the address.
    return { to: 'chat', outcome: 'unreachable', reply: `${host}: ${reasonOf(error)}` };
  }
}

/** A refusal may repeat the path, as "Cannot POST /hooks/…" does. Each of its parts may be the secret. */
function withoutPath(text: string, url: string): string {
  const { pathname, search } = new URL(url);
  const parts = `${pathname}${search}`.split(/[/?&=]/).filter((part) => part.length > 3);
  const rest = parts.reduce((shown, part) => shown.replaceAll(part, '…'), text);
  return oneLine(rest, SHOWN_CHARACTERS);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return `no answer within ${CHAT_WITHIN_MS / 1_000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  const kind = kindOf(cause, '');
  const detail = 'code' in cause ? String(cause.code) : cause.message;
  return `${reasons[kind] ?? 'the connection failed'} (${detail})`;
}

/**
 * Chats read &, < and > as markup (Slack's rules), and other signs as formatting or as a mention of people. Such signs
 * occur in answers of the mail server, and in the name of the product. Between letters, as in SMTP_URL, `_` means nothing.
 */
function forChat(text: string): string {
  return text
    .replaceAll(/[*~`|@#\\]|(?<![a-z\d])_|_(?![a-z\d])/gi, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** The mails are no letters of the waitlist, so they neither wait for its budget nor use it. */
async function sendByMail(
  mail: NonNullable<Settings['mail']>,
  to: string,
  text: string,
  stop?: AbortSignal,
): Promise<Delivery> {
  // It loads Nodemailer, which a site without letters does not need.
  const { sendLetter } = await import('../letters/mail-transport.ts');
  const letter: ComposedLetter = {
    to,
    subject: text.split('\n', 1)[0] ?? '',
    text,
    html: `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
    messageId: `<${randomUUID()}@${MESSAGE_ID_DOMAIN}>`,
    headers: {},
  };
  const { outcome, reply } = await sendLetter(mail, letter, within(MAIL_WITHIN_MS, stop));
  return { to: 'mail', outcome, reply: `${to}: ${reply}` };
}

function within(milliseconds: number, stop: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(milliseconds);
  return stop ? AbortSignal.any([stop, limit]) : limit;
}
