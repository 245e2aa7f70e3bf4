import type { Handler } from '../http/call.ts';
import type { BotCheck } from './bot-check.ts';

/** Sends a proof-of-work task: a request for a code needs it, and a sign-up from a network with many sign-ups. */
export function getChallenge(botCheck: BotCheck): Handler<'getChallenge'> {
  return () => botCheck.challenge();
}
