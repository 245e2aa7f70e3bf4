/** The rules of mailings, which the team sends to many people of the waitlist at once (decision 062). */

import { type Phone, phoneNouns, phoneOfLink, storesOf } from './phones.ts';

/**
 * `next`: to the next people by position, who are invited by it. `everybody`: to all people who have confirmed.
 * `launch`: to all who have confirmed and have not got a launch letter yet (decision 065).
 */
export const mailingKinds = ['next', 'everybody', 'launch'] as const;
export type MailingKind = (typeof mailingKinds)[number];

/**
 * The states of letters to sign-ups.
 * - `waiting`, `sending`: not sent yet
 * - `accepted`, `refused`: by the mail server; `uncertain`: the mail server may have accepted it
 *
 * A letter is `sending` on disk before the connection is opened. The site sends one that is `refused` or `uncertain` only
 * after an operator or admin requests it.
 */
export const signUpLetterStates = [
  'waiting',
  'sending',
  'accepted',
  'refused',
  'uncertain',
] as const;
export type SignUpLetterState = (typeof signUpLetterStates)[number];

/**
 * The states of all letters. The index of a state is its number in the table. Letters of mailings are also left out: `gone`
 * (the person left or was erased before), `suppressed` (no letter may be sent to the address), `same-mailbox` (as that of
 * another recipient), `moved` (the person was let in or set back otherwise), `ended` (the mailing was ended before).
 */
export const letterStates = [
  ...signUpLetterStates,
  'gone',
  'suppressed',
  'same-mailbox',
  'moved',
  'ended',
] as const;
export type LetterState = (typeof letterStates)[number];

/** What each state means for its people. */
export const meaningsOfStates: Readonly<Record<LetterState, string>> = {
  accepted: 'The mail server has it.',
  refused: 'The mail server refused it, or all attempts failed. These people wait again.',
  uncertain:
    'It may have arrived: look it up in the log of your mail provider. The site does not send it again.',
  gone: 'They left, or were removed, before it was sent.',
  suppressed: 'No letter may be sent to these addresses.',
  'same-mailbox': 'Another address of the same mailbox was chosen.',
  moved: 'They were let in or set back otherwise.',
  ended: 'It was not sent, because the mailing was ended before. These people wait again.',
  sending: 'It is being sent now.',
  waiting: 'It is still to be sent.',
};

const NO_CONFIRMED = 'No person who has confirmed can get it now.';
/** Why a mailing would go to no person. */
export const noRecipients: Readonly<Record<MailingKind, string>> = {
  next: NO_CONFIRMED,
  everybody: NO_CONFIRMED,
  launch:
    'Everybody who has confirmed has got the launch letter already. People who are kept get another one once their platform is launched.',
};

export const PAUSED_BY_ADMIN = 'An admin has paused it.';
export const PAUSED_BY_RESTORE =
  'A restore has paused it. Before you resume it, look up in the log of your mail provider who has got it.';

/** What the letters of a running mailing wait for. @param since when, as a person reads it */
export const waitingSince = (since: string, why: string) =>
  `Its letters wait since ${since}. ${why}`;

/** Why a letter is neither sent again nor assumed to be delivered. */
export const notChanged = {
  state: 'this letter is not uncertain or refused any more, or its person has left',
  moved: 'its person was let in, or waits again, and is then among the next people',
  newer: 'there is a newer mailing',
} as const;
export type NotChanged = keyof typeof notChanged;

/**
 * The time between the admin's press on Send and the first letter. A mailing that is ended before reaches no person.
 */
export const MAILING_BEGINS_AFTER_MINUTES = 10;
/** The first mailing needs a test letter that the team has sent to itself within this time. */
export const TEST_WITHIN_HOURS = 24;

/** In test letters and previews, below the words. */
export const TEST_LINKS_NOTE =
  'In tests and previews, the links to a reader’s page, to be kept and to leave the waitlist do not work.';

/** The counts at which the site pauses a mailing (decision 063). */
export const MAX_FAILURES_IN_A_ROW = 3;
export const MAX_BOUNCED_PERCENT = 4;
export const BOUNCES_COUNT_FROM_LETTERS = 100;
export const MAX_COMPLAINED_PER_10_000 = 8;
export const LEAST_COMPLAINED = 2;

export const MAX_SUBJECT_CHARACTERS = 150;
export const MAX_WORDS_CHARACTERS = 10_000;
/** More than the limits of the texts, so that the answer to a text that is too long can name its limit. */
export const MAX_MAILING_BODY_BYTES = 512 * 1024;
/** How many mailings, and recipients in one state, the dashboard shows. */
export const MAILINGS_SHOWN = 10;
export const RECIPIENTS_SHOWN = 25;
/** The only hosts besides the site's own to which a mailing links. */
export const STORE_ORIGINS = Object.values(storesOf).flat();

export interface MailingText {
  readonly subject: string;
  /** Plain text. Empty lines divide paragraphs. */
  readonly words: string;
}

/**
 * What mail programs show as a link: an address with a scheme, or a host name or number followed by a path, query or port
 * or after "www". Browsers read the four characters of `DOT` as a dot.
 */
const DOT = '[.。．｡]';
const NOT_IN_LABEL = String.raw`(?<![\p{L}\p{N}_@.-])`;
/**
 * A host name does not begin after a label and a wide dot: it has begun before them. Without this, each label of a long
 * text would be the beginning of one more attempt to its end.
 */
const NOT_IN_HOST = String.raw`(?<!${NOT_IN_LABEL}[\p{L}\p{N}-]+[。．｡])`;
const LINK_START = String.raw`(?:[a-z][a-z\d+.-]{0,30}:[\\/]{2}|\bwww${DOT}|${NOT_IN_LABEL}(?:${NOT_IN_HOST}(?:[\p{L}\p{N}-]+${DOT})+(?![\d-]+[/?#:])[\p{L}\p{N}-]{2,}|(?:\d{1,3}\.){3}\d{1,3})(?=[/?#]|:\d))`;
const LINK = new RegExp(String.raw`${LINK_START}[^\s"<>]*`, 'giu');
/** Mail programs differ in where the first of them ends. */
const LINKS_WITHOUT_SPACE = new RegExp(String.raw`^[^:]*:[\\/]{2}.+${LINK_START}`, 'iu');
const AFTER_LINK = /(?<![.,;:!?'"”’)\]}>])[.,;:!?'"”’)\]}>]+$/u;
/** Characters that reverse the direction of the text after them, such as the end of a link. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/u;
const LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const UNPRINTABLE = /(?![\n\t])\p{Cc}/u;

/** @returns why a mailing cannot be sent, as a sentence; undefined if it can */
export function troubleOfMailing(
  { subject, words }: MailingText,
  origin: string,
): string | undefined {
  const count = (text: string) => [...text].length;
  if (subject.trim() === '') return 'The subject is empty.';
  if (LINE_BREAK.test(subject)) return 'The subject must be one line, without control characters.';
  if (count(subject) > MAX_SUBJECT_CHARACTERS)
    return `The subject has ${count(subject)} characters, more than ${MAX_SUBJECT_CHARACTERS}.`;
  if (words.trim() === '') return 'There are no words under the subject.';
  if (count(words) > MAX_WORDS_CHARACTERS)
    return `The words have ${count(words)} characters, more than ${MAX_WORDS_CHARACTERS}.`;
  if (UNPRINTABLE.test(words)) return 'The words contain control characters.';
  if (BIDI.test(subject + words))
    return 'The text contains characters that turn around the direction of reading.';
  if (!(subject + words).isWellFormed()) return 'The text is not valid Unicode.';
  const links = linksIn(`${subject}\n${words}`);
  const several = links.find((link) => LINKS_WITHOUT_SPACE.test(link));
  if (several) return `There is no space between the links ${several}.`;
  const wrong = links.find((link) => !isAllowed(link, origin));
  const hosts = [origin, ...STORE_ORIGINS].join(', ');
  return wrong && `The link ${wrong} leads elsewhere. A mailing may link only to ${hosts}.`;
}

/** Every link in a text, in order. */
export function linksIn(text: string): string[] {
  return [...text.matchAll(LINK)].map(([link]) => link.replace(AFTER_LINK, ''));
}

/**
 * A mailing for a person who has said which phone it is: without the links to stores that this phone cannot open. If it
 * had some, a sentence says so.
 */
export function fitPhone({ subject, words }: MailingText, phone: Phone | null): MailingText {
  if (!phone) return { subject, words };
  const without = (text: string) =>
    text.replaceAll(LINK, (found) => {
      const link = found.replace(AFTER_LINK, '');
      const isOther = (phoneOfLink(link) ?? phone) !== phone;
      return isOther ? `(not for your phone)${found.slice(link.length)}` : found;
    });
  const fitting = { subject: without(subject), words: without(words) };
  if (fitting.words === words) return fitting;
  return { ...fitting, words: `${fitting.words}\n\n${leftOut(phone)}` };
}

function leftOut(phone: Phone): string {
  return `We left out what your ${phoneNouns[phone]} cannot open. Your page shows what it can.`;
}

function isAllowed(link: string, origin: string): boolean {
  const url = URL.parse(link);
  if (!url || url.username || url.password || link.includes('\\')) return false;
  return [origin, ...STORE_ORIGINS].includes(url.origin);
}
