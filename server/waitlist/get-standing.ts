import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import type { LetterTokens } from '../letters/letter-tokens.ts';
import { emailOf, readStanding } from './standing.ts';

/** Reads where a sign-up stands, and changes nothing: programs that check mail for viruses open its links. */
export function getStanding(parts: AppParts, tokens: LetterTokens): Handler<'getStanding'> {
  return ({ body }) => readStanding(parts, tokens, emailOf(tokens, body.token));
}
