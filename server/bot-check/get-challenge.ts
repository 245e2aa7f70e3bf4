import type { Handler } from '../http/call.ts';
import type { BotCheck } from './bot-check.ts';

/**
 * Sends a proof-of-work task. A request for a code needs a solved task. A sign-up needs one only if many sign-ups came
 * from the same network before.
 */
export function getChallenge(botCheck: BotCheck): Handler<'getChallenge'> {
  return () => botCheck.challenge();
}
