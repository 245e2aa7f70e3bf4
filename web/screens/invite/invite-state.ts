import type { ResponseOf } from '../../../contract/calls.ts';

export type InviterProfile = ResponseOf<'getInviter'>;

/** The page of an inviter's link (spec §4): loading -> loaded, error or limited, the final states. */
export type InviteState =
  | { readonly step: 'loading' }
  | { readonly step: 'loaded'; readonly inviter: InviterProfile }
  /** `mayRetry`: the link may be valid, because the answer says neither that it is unknown nor that it is malformed. */
  | { readonly step: 'error'; readonly mayRetry: boolean }
  | { readonly step: 'limited' };

export type InviteEvent =
  | { readonly type: 'found'; readonly inviter: InviterProfile }
  /** `status` is undefined if our server did not answer. */
  | { readonly type: 'refused'; readonly status: number | undefined };

export const initialInviteState: InviteState = { step: 'loading' };

const MALFORMED = 400;
const NOT_FOUND = 404;
const TOO_MANY_REQUESTS = 429;

export function nextInviteState(state: InviteState, event: InviteEvent): InviteState {
  if (state.step !== 'loading') return state;
  if (event.type === 'found') return { step: 'loaded', inviter: event.inviter };
  if (event.status === TOO_MANY_REQUESTS) return { step: 'limited' };
  return { step: 'error', mayRetry: event.status !== NOT_FOUND && event.status !== MALFORMED };
}

/** Never rejects: any answer that is not a profile becomes `refused`. A profile of our server has a username. */
export async function readAnswer(answer: Promise<Response> | undefined): Promise<InviteEvent> {
  try {
    const response = await answer;
    if (!response) throw new TypeError('There was no request.');
    // The body is always read, because an unread body would keep its connection busy.
    const text = await response.text();
    if (!response.ok) return { type: 'refused', status: response.status };
    const inviter: InviterProfile = JSON.parse(text);
    if (typeof inviter?.username !== 'string') throw new TypeError('It is not a profile.');
    return { type: 'found', inviter };
  } catch {
    return { type: 'refused', status: undefined };
  }
}
