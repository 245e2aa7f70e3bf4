// Long because it has the slots of every kind of letter.
import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brand } from '../../brand.ts';
import type { Availability } from '../../contract/availability.ts';
import { calls } from '../../contract/calls.ts';
import { deletionDay, keepPath } from '../../contract/launch.ts';
import { leavePath, WAITING_ROUNDED_FROM } from '../../contract/mail.ts';
import { fitPhone, linksIn, type MailingText, TEST_LINKS_NOTE } from '../../contract/mailings.ts';
import { type Phone, platformOf } from '../../contract/phones.ts';
import { listedScreens, pathTo, VIA_QUERY, WAITLIST_PATH } from '../../contract/screens.ts';
import {
  type Letter,
  type LetterKind,
  type LetterText,
  letterTexts,
} from '../../storage/letters/letter.ts';
import type { MailingLetter } from '../../storage/letters/take-letter.ts';
import type { MemberPosition } from '../../storage/people/positions.ts';
import { keyFor } from '../http/credentials.ts';
import { BUILD, ofOtherVersion } from '../pages/build.ts';
import { escapeHtml } from '../pages/page.ts';
import { launchParagraphs, type Paragraph } from './launch-paragraphs.ts';
import { createLetterTokens, type LetterTokens } from './letter-tokens.ts';
import type { ComposedLetter } from './mail-message.ts';

export const MESSAGE_ID_DOMAIN = brand.contactEmail.split('@')[1];
/** More than the list of any mail program shows. */
const PREHEADER = /^.{0,200}/u;
const SAMPLE: MemberPosition = { code: 'k7mw2pqd', position: 118, waiting: 2_346, friends: 1 };

/** The letters as the build writes them, with slots such as `{{openUrl}}`. */
export type LetterTemplates = Readonly<
  Record<LetterText, Readonly<Record<'subject' | 'html' | 'text', string>>>
>;

export type Composer = ReturnType<typeof createComposer>;
type LetterFacts = Pick<Letter, 'id' | 'email' | 'at'>;
/** If the person has named a phone, the letter links no store that it cannot open. */
type MailingFacts = LetterFacts & MailingText & Pick<MailingLetter, 'launch' | 'phone'>;
type Slots = Readonly<Record<string, string>>;

/**
 * @param origin of the links in the letters
 * @param secret from which the ids of the messages are derived
 * @param note a paragraph below the words of mailings
 */
export function createComposer(
  templates: LetterTemplates,
  tokens: LetterTokens,
  { origin, secret, note = '' }: { origin: string; secret: Uint8Array; note?: string },
) {
  /** The tag of the template's paragraph, which is repeated for each paragraph of the words. */
  const startOfParagraph = /<p[^>]*>(?=\{\{words\}\})/.exec(templates.mailing.html)?.[0] ?? '';

  /** @param html the values of slots that are HTML there, and not only text */
  function fill(
    text: LetterText,
    letter: LetterFacts,
    values: Slots,
    html: Slots = {},
  ): ComposedLetter {
    const { email, at } = letter;
    const leaveToken = tokens.make('leave', email);
    const slots: Slots = {
      publicUrl: origin,
      year: String(new Date(at).getUTCFullYear()),
      openUrl: `${origin}${WAITLIST_PATH}#${tokens.make('confirm', email)}`,
      leaveUrl: `${origin}${leavePath(leaveToken)}`,
      ...values,
    };
    const textIn = (name: string) => slots[name] ?? '';
    const template = templates[text];
    return {
      to: email,
      subject: fillIn(template.subject, textIn),
      html: fillIn(template.html, (name) => html[name] ?? escapeHtml(textIn(name))),
      text: fillIn(template.text, textIn),
      messageId: messageIdOf(letter, secret),
      headers: {
        'List-Unsubscribe': `<${origin}${pathTo(calls.leaveWaitlist, leaveToken)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    };
  }

  return {
    /** @param how of a letter of the kind `position`: the position of the member, or that the person is in */
    compose(
      letter: LetterFacts & Pick<Letter, 'kind'>,
      how?: MemberPosition | 'invited',
    ): ComposedLetter {
      if (typeof how !== 'object') return fill(how ?? letter.kind, letter, {});
      return fill(letter.kind, letter, {
        shareUrl: shareLink(origin, how.code),
        position: withCommas(how.position),
        waiting: waitingInWords(how),
      });
    },

    /** What the words contain is text: markup and slots in them are shown as they are. */
    composeMailing({ launch, phone, ...letter }: MailingFacts): ComposedLetter {
      const { subject, words } = fitPhone(letter, phone);
      const paragraphs = paragraphsOf(`${words}\n\n${note}`);
      const keepUrl = `${origin}${keepPath(tokens.make('keep', letter.email))}`;
      const after = launch ? launchParagraphs(launch.app, keepUrl, launch.day, phone) : [];
      const [preheader = ''] = PREHEADER.exec(words.replaceAll(/\s+/g, ' ').trim()) ?? [];
      const values = {
        subject,
        preheader,
        words: paragraphs.join('\n\n'),
        after: after.map(inText).join('\n\n'),
        postalAddress: brand.postalAddress.join('\n'),
      };
      const html = {
        words: paragraphs.map(inParagraph).join(`</p>${startOfParagraph}`),
        after: after.map(inHtml).join(`</p>${startOfParagraph}`),
        postalAddress: brand.postalAddress.map(escapeHtml).join('<br>'),
      };
      return fill(textOf(launch?.app, phone), letter, values, html);
    },
  };
}

function textOf(launched: Availability | undefined, phone: Phone | null): LetterText {
  if (!launched) return 'mailing';
  const isToCome = phone && launched[platformOf[phone]] !== 'launched';
  return isToCome ? 'launch-to-come' : 'launch';
}

function fillIn(template: string, textIn: (slot: string) => string): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => textIn(name));
}

/** In canonical form: empty lines divide paragraphs. */
function paragraphsOf(words: string): string[] {
  return words
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

function inText({ words, link }: Paragraph): string {
  return link ? `${words} ${link.label}\n${link.url}` : words;
}

function inHtml({ words, link }: Paragraph): string {
  if (!link) return escapeHtml(words);
  const style = 'color:inherit;font-weight:700';
  return `${escapeHtml(words)} <a href="${escapeHtml(link.url)}" style="${style}">${escapeHtml(link.label)}</a>`;
}

/** The HTML of a paragraph: text, with its links and line breaks. */
function inParagraph(paragraph: string): string {
  let rest = paragraph;
  let html = '';
  for (const link of linksIn(paragraph)) {
    const start = rest.indexOf(link);
    const href = escapeHtml(link);
    html += `${escapeHtml(rest.slice(0, start))}<a href="${href}" style="color:inherit">${href}</a>`;
    rest = rest.slice(start + link.length);
  }
  return (html + escapeHtml(rest)).replaceAll('\n', '<br>');
}

/**
 * The Message-ID of a letter. It is the same for all attempts to send the letter, so that a mail program shows the
 * letter once, even if two attempts arrive. The domain is a constant, so the Message-ID does not depend on PUBLIC_URL.
 */
export function messageIdOf({ id, at }: Pick<Letter, 'id' | 'at'>, secret: Uint8Array): string {
  // After a restore, another letter can have the same number, but was queued at another time.
  const hmac = createHmac('sha256', keyFor('ids of letters', secret)).update(`${id} ${at}`);
  return `<${hmac.digest('hex').slice(0, 32)}@${MESSAGE_ID_DOMAIN}>`;
}

/** The link with which a member invites friends. */
export function shareLink(origin: string, code: string): string {
  return `${origin}${listedScreens.home}?${VIA_QUERY}=${code}`;
}

/** Rounds to two significant digits, because exact numbers would reveal when other people confirm. */
export function roundedWaiting(waiting: number): number {
  return Number(waiting.toPrecision(2));
}

/** Rounded, but never less than the member's own position. */
function waitingInWords({ waiting, position }: MemberPosition): string {
  const count = withCommas(Math.max(roundedWaiting(waiting), position));
  return waiting < WAITING_ROUNDED_FROM ? count : `about ${count}`;
}

function withCommas(count: number): string {
  return count.toLocaleString('en');
}

const SAMPLE_MAILING = {
  subject: `The doors of ${brand.product} are open`,
  words: 'The first paragraph of your mailing stands here.\n\nAnd here is the second.',
};

const SAMPLE_APP: Availability = {
  ios: 'launched',
  iosLink: 'https://apps.apple.com/app/id1234567890',
  android: 'soon',
  androidLink: null,
};

/** @throws StartRefusal if the build is of another version */
export async function readLetterTemplates(folder = BUILD): Promise<LetterTemplates> {
  const templates = JSON.parse(await readFile(join(folder, 'mail.json'), 'utf8'));
  const missing = letterTexts.find((text) => !templates[text]);
  if (missing) throw ofOtherVersion(`letter '${missing}'`);
  return templates;
}

/** Composes letters whose links confirm nothing: their tokens have another key than those of the site. */
export function createSampleComposer(templates: LetterTemplates, origin: string): Composer {
  const secret = randomBytes(32);
  const tokens = createLetterTokens(secret);
  return createComposer(templates, tokens, { origin, secret, note: TEST_LINKS_NOTE });
}

/**
 * Composes each letter as the site would, with an invented position, and links that confirm nothing.
 *
 * @param origin of the links
 * @param mailing its words
 * @param app where the app is, for the launch letter
 * @throws StartRefusal if the pages are not built
 */
export async function composeSamples(
  to: string,
  origin: string,
  mailing: MailingText = SAMPLE_MAILING,
  app: Availability = SAMPLE_APP,
): Promise<Readonly<Record<LetterText, ComposedLetter>>> {
  const composer = createSampleComposer(await readLetterTemplates(), origin);
  const at = Date.now();
  const aboutLaunch = { app, day: deletionDay(at, 1) };
  let letters = 0;
  const next = () => ({ id: ++letters, email: to, at });
  const toSignUp = (kind: LetterKind, how: MemberPosition | 'invited' = SAMPLE) =>
    composer.compose({ ...next(), kind }, how);
  const toMember = (launch?: MailingLetter['launch'], phone: Phone | null = null) =>
    composer.composeMailing({ ...next(), ...mailing, launch, phone });
  return {
    confirm: toSignUp('confirm'),
    position: toSignUp('position'),
    earlier: toSignUp('earlier'),
    invited: toSignUp('position', 'invited'),
    'last-call': toSignUp('last-call'),
    mailing: toMember(),
    launch: toMember(aboutLaunch),
    'launch-to-come': toMember(aboutLaunch, 'android'),
  };
}
