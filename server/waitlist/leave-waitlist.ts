import { calls } from '../../contract/calls.ts';
import { LEAVE_FRAGMENT } from '../../contract/letters.ts';
import { WAITLIST_PATH } from '../../contract/screens.ts';
import type { App, AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import type { LetterTokens } from '../letters/letter-tokens.ts';
import { emailOf } from './standing.ts';

const LEFT = { left: true } as const;

/**
 * Removes an address from the waitlist. The answer is the same for every token that this site has made, so it does not
 * show whether the address was on the list. Other tokens, such as those of a link that was cut, are refused: otherwise
 * the page would say that the person has left.
 */
export function leaveWaitlist(
  { storage, clock }: AppParts,
  tokens: LetterTokens,
): Handler<'leaveWaitlist'> {
  return async ({ params }) => {
    await storage.members.leave(emailOf(tokens, params.token, 'leave'), clock());
    return LEFT;
  };
}

/**
 * If a mail program opens the link of one-click unsubscribe as a page, redirects to the page with a button. Opening the
 * link changes nothing, because programs that check mail open all links.
 */
export function registerLeaveLink(app: App): void {
  app.get<{ Params: { token: string } }>(calls.leaveWaitlist.path, ({ params }, reply) => {
    const isToken = /^[\w-]+$/.test(params.token);
    const fragment = isToken ? `#${LEAVE_FRAGMENT}${params.token}` : '';
    return reply.header('cache-control', 'no-store').redirect(`${WAITLIST_PATH}${fragment}`, 303);
  });
}
