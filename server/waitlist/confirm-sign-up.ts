import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import type { LetterTokens } from '../letters/letter-tokens.ts';
import { emailOf, readStanding } from './standing.ts';

/** Confirms a sign-up, also after the person has left the waitlist. A second confirmation changes nothing. */
export function confirmSignUp(parts: AppParts, tokens: LetterTokens): Handler<'confirmSignUp'> {
  return async ({ body }) => {
    const email = emailOf(tokens, body.token);
    if (!(await parts.storage.members.confirm(email, parts.clock()))) throw errors.pastToken();
    return await readStanding(parts, tokens, email);
  };
}
