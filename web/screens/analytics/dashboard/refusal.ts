import type { AnalyticsEvent } from '../analytics-state.ts';

/** Nobody is signed in any more; anything else is a person who may not see the figures. */
const SIGNED_OUT = 401;
const FORBIDDEN = 403;

/** What a call that was not let in means for the screen; undefined where it was refused for another reason. */
export function refusalOf(status: number | undefined): AnalyticsEvent | undefined {
  if (status === SIGNED_OUT) return { type: 'session-ended' };
  return status === FORBIDDEN ? { type: 'access-refused' } : undefined;
}
