import type { StandingResponse } from '../../contract/schemas/waitlist.ts';
import type { AppParts } from '../app-parts.ts';
import { errors } from '../http/errors.ts';
import { roundedWaiting, shareLink } from '../letters/compose-letter.ts';
import type { LetterTokens, TokenPurpose } from '../letters/letter-tokens.ts';

/** @returns the address of a token. @throws CallError for a token that this site has not made for this purpose */
export function emailOf(
  tokens: LetterTokens,
  token: string,
  purpose: TokenPurpose = 'confirm',
): string {
  const email = tokens.read(purpose, token);
  if (email === undefined) throw errors.pastToken();
  return email;
}

/** @throws CallError for an address that is not on the waitlist and has not left it, for example an erased address */
export async function readStanding(
  { storage, origin }: Pick<AppParts, 'storage' | 'origin'>,
  tokens: LetterTokens,
  email: string,
): Promise<StandingResponse> {
  const standing = await storage.members.standing(email);
  if (!standing) throw errors.pastToken();
  const leaveToken = tokens.make('leave', email);
  if (standing.state !== 'confirmed') return { state: standing.state, leaveToken };
  const { code, place, waiting, friends } = standing;
  return {
    state: 'confirmed',
    leaveToken,
    seat: { place, waiting: roundedWaiting(waiting), friends, link: shareLink(origin, code) },
  };
}
