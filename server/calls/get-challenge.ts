import type { Handler } from '../call.ts';
import type { SignInCodeSender } from '../identity/phone-provider.ts';

/** Hands out a task whose solution must come with the wish for a code. */
export function getChallenge(codes: SignInCodeSender): Handler<'getChallenge'> {
  return () => codes.challenge();
}
