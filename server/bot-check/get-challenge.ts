import type { Handler } from '../http/call.ts';
import type { BotCheck } from './bot-check.ts';

/**
 * Sends a proof-of-work task. A request for a code needs a solved task, and so does a sign-up if its network has
 * already sent many.
 */
export function getChallenge(botCheck: BotCheck): Handler<'getChallenge'> {
  return () => botCheck.challenge();
}
