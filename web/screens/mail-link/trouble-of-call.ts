import { CallFailure } from '../../call-api.ts';
import type { Trouble } from './standing-state.ts';

/** The status codes for a token that is not valid any more, or is not complete. */
const PAST = [400, 404, 410];

/** @param error what the call was rejected with */
export function troubleOfCall(error: unknown): Trouble | 'past' {
  const status = error instanceof CallFailure ? error.status : undefined;
  if (status === undefined) return 'unreachable';
  if (status === 429) return 'tooMany';
  return PAST.includes(status) ? 'past' : 'server';
}
