import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import type { LetterTokens } from '../letters/letter-tokens.ts';
import { emailOf, readStanding } from './standing.ts';

/** Reads the state of a sign-up. It changes nothing, because programs that check mail open the links in letters. */
export function getStanding(parts: AppParts, tokens: LetterTokens): Handler<'getStanding'> {
  return ({ body }) => readStanding(parts, tokens, emailOf(tokens, body.token));
}
