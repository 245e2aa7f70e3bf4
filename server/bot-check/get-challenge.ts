import type { Handler } from '../http/call.ts';
import type { BotCheck } from './bot-check.ts';

/** Hands out a task whose solution must come with the wish for a code, and with a sign-up among many. */
export function getChallenge(botCheck: BotCheck): Handler<'getChallenge'> {
  return () => botCheck.challenge();
}
