import { calls } from '../../contract/calls.ts';
import { LEAVE_FRAGMENT } from '../../contract/letters.ts';
import { WAITLIST_PATH } from '../../contract/screens.ts';
import type { App, AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import type { LetterTokens } from '../letters/letter-tokens.ts';

const LEFT = { left: true } as const;

/** Removes an address from the waitlist. The answer is the same for every token, so it reveals nothing. */
export function leaveWaitlist(
  { storage, clock }: AppParts,
  tokens: LetterTokens,
): Handler<'leaveWaitlist'> {
  return async ({ params }) => {
    const email = tokens.read('leave', params.token);
    if (email !== undefined) await storage.members.leave(email, clock());
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
