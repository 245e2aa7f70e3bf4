import type { Handler } from '../http/call.ts';
import type { BotCheck } from './bot-check.ts';

/** Sends a proof-of-work task for asking for a code, or for a sign-up from a busy network. */
export function getChallenge(botCheck: BotCheck): Handler<'getChallenge'> {
  return () => botCheck.challenge();
}
