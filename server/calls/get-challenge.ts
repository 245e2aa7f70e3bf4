import type { BotCheck } from '../bot-check.ts';
import type { Handler } from '../call.ts';

/** Hands out a task whose solution must come with the wish for a code, and with a sign-up among many. */
export function getChallenge(botCheck: BotCheck): Handler<'getChallenge'> {
  return () => botCheck.challenge();
}
