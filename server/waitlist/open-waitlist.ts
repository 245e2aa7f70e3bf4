import { SignUpWithoutLetters, waitlistCalls } from '../../contract/schemas/waitlist.ts';
import type { App, AppParts } from '../app-parts.ts';
import type { BotCheck } from '../bot-check/bot-check.ts';
import type { ChangedSchemas, Handlers } from '../http/call.ts';
import { createLetterTokens } from '../letters/letter-tokens.ts';
import { openLetters } from '../letters/open-letters.ts';
import type { Build } from '../pages/build.ts';
import { confirmSignUp } from './confirm-sign-up.ts';
import { registerFormSignUp } from './form-sign-up.ts';
import { getStanding } from './get-standing.ts';
import { joinWaitlist } from './join-waitlist.ts';
import { leaveWaitlist, registerLeaveLink } from './leave-waitlist.ts';
import { createSignUp } from './sign-up.ts';
import { createSignUpProofs } from './sign-up-proofs.ts';

export interface OpenWaitlist {
  readonly handlers: Pick<Handlers, keyof typeof waitlistCalls>;
  readonly changedSchemas: ChangedSchemas;
}

/**
 * Whether the site sends letters, or has sent some. The links in sent letters still work after letters are turned off,
 * because people must be able to leave.
 */
export async function hasLinksOfLetters({ letters, storage }: AppParts): Promise<boolean> {
  return letters !== undefined || (await storage.letters.begunAt()) !== undefined;
}

/** The waitlist: its calls and its form, and the letters if the site sends some. */
export async function openWaitlist(
  app: App,
  parts: AppParts,
  build: Build,
  botCheck: BotCheck,
  hasLetterLinks: boolean,
): Promise<OpenWaitlist> {
  const { letters, storage } = parts;
  const proofs = createSignUpProofs(app, botCheck);
  const signUp = createSignUp(parts, proofs);
  registerFormSignUp(app, parts, build, signUp, hasLetterLinks);
  const tokens = hasLetterLinks && createLetterTokens(await storage.letters.secret());
  if (tokens) registerLeaveLink(app);
  if (tokens && letters) await openLetters(app, parts, letters, build.letters.templates, tokens);
  return {
    handlers: {
      joinWaitlist: joinWaitlist(signUp),
      confirmSignUp: tokens ? confirmSignUp(parts, tokens) : undefined,
      getStanding: tokens ? getStanding(parts, tokens) : undefined,
      leaveWaitlist: tokens ? leaveWaitlist(parts, tokens) : undefined,
    },
    changedSchemas: letters
      ? {}
      : { joinWaitlist: { ...waitlistCalls.joinWaitlist, body: SignUpWithoutLetters } },
  };
}
