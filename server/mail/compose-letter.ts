import { createHmac, randomBytes } from 'node:crypto';
import { brand } from '../../brand.ts';
import { calls } from '../../contract/calls.ts';
import { leavePath, VIA_QUERY, WAITING_ROUNDED_FROM } from '../../contract/mail.ts';
import { listedScreens, pathTo, WAITLIST_PATH } from '../../contract/screens.ts';
import { type Letter, type LetterText, letterTexts } from '../../storage/mail/letter.ts';
import type { MemberPosition } from '../../storage/waitlist/positions.ts';
import { keyFor } from '../http/credentials.ts';
import { type Build, readLetterTemplates } from '../pages/build.ts';
import { createLetterTokens, type LetterTokens } from './letter-tokens.ts';
import type { ComposedLetter } from './mail-message.ts';

const MESSAGE_ID_DOMAIN = brand.contactEmail.split('@')[1];
const SAMPLE: MemberPosition = { code: 'k7mw2pqd', position: 118, waiting: 2_346, friends: 1 };

export type Composer = ReturnType<typeof createComposer>;
type LetterFacts = Pick<Letter, 'kind' | 'email' | 'at'>;

/**
 * @param origin of the links in the letters
 * @param secret from which the ids of the messages are derived
 */
export function createComposer(
  templates: Build['letters'],
  tokens: LetterTokens,
  { origin, secret }: { origin: string; secret: Uint8Array },
) {
  return {
    /** @param member its position, or `invited`; only a letter of the kind `place` needs it */
    compose(letter: LetterFacts, member: MemberPosition | 'invited' | undefined): ComposedLetter {
      const isInvited = member === 'invited';
      const { kind, email, at } = letter;
      const leaveToken = tokens.make('leave', email);
      const page = `${origin}${WAITLIST_PATH}`;
      const slots: Readonly<Record<string, string>> = {
        publicUrl: origin,
        year: String(new Date(at).getUTCFullYear()),
        openUrl: `${page}#${tokens.make('confirm', email)}`,
        leaveUrl: `${origin}${leavePath(leaveToken)}`,
        ...(member &&
          !isInvited && {
            shareUrl: shareLink(origin, member.code),
            position: withCommas(member.position),
            waiting: waitingInWords(member),
          }),
      };
      const fill = (template: string) =>
        template.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => slots[name] ?? '');
      const { subject, html, text } = templates[isInvited ? member : kind];
      return {
        to: email,
        subject: fill(subject),
        html: fill(html),
        text: fill(text),
        messageId: messageIdOf(letter, secret),
        headers: {
          'List-Unsubscribe': `<${origin}${pathTo(calls.leaveWaitlist, leaveToken)}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      };
    },
  };
}

/**
 * The Message-ID of a letter. It is the same for all attempts to send the letter, so that a mail program shows the
 * letter once, even if two attempts arrive. The domain is a constant, so the Message-ID does not depend on PUBLIC_URL.
 */
export function messageIdOf({ kind, email, at }: LetterFacts, secret: Uint8Array): string {
  const id = createHmac('sha256', keyFor('ids of letters', secret))
    .update(`${kind} ${at} ${email}`)
    .digest('hex')
    .slice(0, 32);
  return `<${id}@${MESSAGE_ID_DOMAIN}>`;
}

/** The link with which a member invites friends. */
export function shareLink(origin: string, code: string): string {
  return `${origin}${listedScreens.home}?${VIA_QUERY}=${code}`;
}

/** Rounds to two significant digits, because exact numbers would reveal when other people confirm. */
export function roundedWaiting(waiting: number): number {
  return Number(waiting.toPrecision(2));
}

/** Not fewer than are before the member, although it is rounded. */
function waitingInWords({ waiting, position }: MemberPosition): string {
  const count = withCommas(Math.max(roundedWaiting(waiting), position));
  return waiting < WAITING_ROUNDED_FROM ? count : `about ${count}`;
}

function withCommas(count: number): string {
  return count.toLocaleString('en');
}

/**
 * Composes each letter as the site would, with an invented position. Its links confirm nothing: their tokens have
 * another key than those of the site.
 *
 * @param origin of the links
 * @throws StartRefusal if the pages are not built
 */
export async function composeSamples(
  to: string,
  origin: string,
): Promise<Readonly<Record<LetterText, ComposedLetter>>> {
  const secret = randomBytes(32);
  const tokens = createLetterTokens(secret);
  const composer = createComposer(await readLetterTemplates(), tokens, { origin, secret });
  const at = Date.now();
  const letters = letterTexts.map((text) => [
    text,
    text === 'invited'
      ? composer.compose({ kind: 'place', email: to, at }, text)
      : composer.compose({ kind: text, email: to, at }, SAMPLE),
  ]);
  return Object.fromEntries(letters);
}
