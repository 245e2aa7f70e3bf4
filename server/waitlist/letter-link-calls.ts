import type { FastifyReply, FastifyRequest } from 'fastify';
import { brand } from '../../brand.ts';
import { type Availability, hasWaitlist } from '../../contract/availability.ts';
import { leavePath, NETWORK_SHARE } from '../../contract/mail.ts';
import type { PositionResponse } from '../../contract/schemas/waitlist.ts';
import type { Position } from '../../storage/waitlist/members.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import type { AddressLimit } from '../http/request-source.ts';
import { roundedWaiting, shareLink } from '../letters/compose-letter.ts';
import { emailIn, type LetterTokens } from '../letters/letter-tokens.ts';
import type { PageParts } from '../pages/page.ts';
import type { MailSettings } from '../settings/mail-settings.ts';
import { signUpsWithoutProof } from './sign-up.ts';

/**
 * Whether the site sends letters, or has sent some. The links in sent letters still work after letters are turned off,
 * because people must be able to leave.
 */
export async function hasLinksOfMail({ mail, storage }: AppParts): Promise<boolean> {
  return mail !== undefined || (await storage.letters.begunAt()) !== undefined;
}

/** The limit of sign-ups on a site that sends letters. Sign-ups with a proof of work get their letters after those without. */
export function limitWithMail({ perHour }: MailSettings['budget']): AddressLimit {
  const share = Math.max(1, Math.floor(perHour * NETWORK_SHARE));
  return { ...signUpsWithoutProof, max: Math.min(signUpsWithoutProof.max, share) };
}

/**
 * The calls of the page and of the mail programs that the links in letters open.
 *
 * @param tokens undefined if the site has never sent letters: then it does not have these calls
 */
export function letterLinkCalls(parts: AppParts & PageParts, tokens: LetterTokens | undefined) {
  if (!tokens) return WITHOUT_LINKS;
  const { members } = parts.storage;
  return {
    /** Reads the state of a sign-up. It changes nothing, because programs that check mail open the links in letters. */
    getPosition: ({ body }) => readPosition(parts, tokens, emailOf(tokens, body.token)),

    /** Confirms a sign-up, also after the person has left the waitlist. A second confirmation changes nothing. */
    async confirmSignUp({ body }) {
      const email = emailOf(tokens, body.token);
      // After both launches no letter would follow, so people who have left cannot come back.
      const isClosed = !hasWaitlist(parts.availability().state);
      if (isClosed && (await readPosition(parts, tokens, email)).state === 'left')
        throw errors.closedWaitlist();
      if (!(await members.confirm(email, parts.clock()))) throw errors.pastToken();
      return await readPosition(parts, tokens, email);
    },

    async choosePhone({ body }) {
      const email = emailOf(tokens, body.token);
      await members.choosePhone(email, body.phone);
      return await readPosition(parts, tokens, email);
    },

    /**
     * Removes an address from the waitlist. The answer is the same for every token that this site has made, so it does
     * not show whether the address was on the list. Other tokens, such as those of a link that was cut, are refused:
     * otherwise the page would say that the person has left.
     */
    async leaveWaitlist({ params }) {
      await members.leave(emailOf(tokens, params.token, 'leave'), parts.clock());
      return { left: true };
    },
  } satisfies Partial<Handlers>;
}

const WITHOUT_LINKS = {
  getPosition: undefined,
  confirmSignUp: undefined,
  choosePhone: undefined,
  leaveWaitlist: undefined,
};

/** @throws CallError for a token that this site has not made for this purpose */
function emailOf(...token: Parameters<typeof emailIn>): string {
  const email = emailIn(...token);
  if (email === undefined) throw errors.pastToken();
  return email;
}

/** @throws CallError for an address that is not on the waitlist and has not left it, for example an erased address */
async function readPosition(
  { storage, origin, availability }: AppParts & PageParts,
  tokens: LetterTokens,
  email: string,
): Promise<PositionResponse> {
  const found = await storage.members.position(email);
  if (!found) throw errors.pastToken();
  const leaveToken = tokens.make('leave', email);
  const { state: app } = availability();
  // After both launches there is no position to show.
  if (found.state === 'invited' || (found.state === 'confirmed' && !hasWaitlist(app)))
    return { state: 'invited', leaveToken, ...phoneOf(found), ways: waysIn(app) };
  if (found.state === 'askedAgain')
    return { state: hasWaitlist(app) ? 'asked' : 'left', leaveToken };
  if (found.state !== 'confirmed') return { state: found.state, leaveToken };
  const { code, position, waiting, friends } = found;
  return {
    state: 'confirmed',
    leaveToken,
    ...phoneOf(found),
    ways: waysOfLaunch(app),
    position: {
      number: position,
      waiting: roundedWaiting(waiting),
      friends,
      link: shareLink(origin, code),
    },
  };
}

function phoneOf({ phone }: Extract<Position, { phone: unknown }>) {
  return phone === undefined ? {} : { phone };
}

type Ways = NonNullable<PositionResponse['ways']>;

/** Where everybody gets the app; null for a platform that is not launched. */
function waysOfLaunch(app: Availability): Ways {
  const { ios, android } = waysIn(app);
  return {
    ios: app.ios === 'launched' ? ios : null,
    android: app.android === 'launched' ? android : null,
  };
}

/** Where people get the app who may use it; null for a platform without a link for them. */
function waysIn({ ios, iosLink, android, androidLink }: Availability): Ways {
  return {
    ios: ios === 'paused' ? null : (iosLink ?? brand.betaLink),
    android: android === 'soon' ? null : androidLink,
  };
}

/**
 * If a mail program opens the link of one-click unsubscribe as a page, redirects to the page with a button. Opening the
 * link changes nothing, because programs that check mail open all links.
 */
export function openLeavePage(
  { params }: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): FastifyReply {
  return reply.redirect(leavePath(params.token), 303);
}
