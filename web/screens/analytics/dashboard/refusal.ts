import type { AnalyticsEvent } from '../analytics-event.ts';

const SIGNED_OUT = 401;
const FORBIDDEN = 403;

/** @returns the screen's event for an answer of 401 or 403; undefined for any other status */
export function refusalOf(status: number | undefined): AnalyticsEvent | undefined {
  if (status === SIGNED_OUT) return { type: 'session-ended' };
  return status === FORBIDDEN ? { type: 'access-refused' } : undefined;
}
