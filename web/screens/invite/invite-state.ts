import type { ResponseOf } from '../../../contract/calls.ts';

export type InviterProfile = ResponseOf<'getInviter'>;

/** The final states of the page of an inviter's link. Until then it is loading. */
export type InviteState =
  | { readonly step: 'loaded'; readonly inviter: InviterProfile }
  /** `mayRetry`: the link may be valid, because the answer says neither that it is unknown nor that it is malformed. */
  | { readonly step: 'error'; readonly mayRetry: boolean }
  | { readonly step: 'limited' };

const MALFORMED = 400;
const NOT_FOUND = 404;
const TOO_MANY_REQUESTS = 429;

/** Never rejects: any answer that is not a profile is an error. A profile of our server has a username. */
export async function readAnswer(answer: Promise<Response> | undefined): Promise<InviteState> {
  try {
    const response = await answer;
    if (!response) throw new TypeError('There was no request.');
    // The body is always read, because an unread body would keep its connection busy.
    const text = await response.text();
    if (response.status === TOO_MANY_REQUESTS) return { step: 'limited' };
    const isUnknown = response.status === NOT_FOUND || response.status === MALFORMED;
    if (!response.ok) return { step: 'error', mayRetry: !isUnknown };
    const inviter: InviterProfile = JSON.parse(text);
    if (typeof inviter?.username !== 'string') throw new TypeError('It is not a profile.');
    return { step: 'loaded', inviter };
  } catch {
    return { step: 'error', mayRetry: true };
  }
}
