import { SignUpWithoutLetters, waitlistCalls } from '../../contract/schemas/waitlist.ts';
import type { App, AppParts } from '../app-parts.ts';
import type { BotCheck } from '../bot-check/bot-check.ts';
import type { Handlers } from '../http/call.ts';
import { openLetters } from '../letters/open-letters.ts';
import type { Metric } from '../metric.ts';
import type { Build } from '../pages/build.ts';
import { confirmSignUp } from './confirm-sign-up.ts';
import { registerFormSignUp } from './form-sign-up.ts';
import { getStanding } from './get-standing.ts';
import { joinWaitlist } from './join-waitlist.ts';
import { leaveWaitlist, registerLeaveLink } from './leave-waitlist.ts';
import { createSignUp } from './sign-up.ts';
import { createSignUpProofs } from './sign-up-proofs.ts';

type WaitlistHandlers = Pick<Handlers, keyof typeof waitlistCalls>;

export interface WaitlistRoom {
  readonly handlers: WaitlistHandlers;
  /** The schemas that differ from `callSchemas`. */
  readonly changedSchemas: Parameters<typeof import('../http/call.ts').registerCalls>[2];
  measure(): Metric[];
}

/** The waitlist: its calls and its form, and the letters if the site sends some. */
export async function openWaitlist(
  app: App,
  parts: AppParts,
  build: Build,
  botCheck: BotCheck,
): Promise<WaitlistRoom> {
  const proofs = createSignUpProofs(app, botCheck);
  const signUp = createSignUp(parts, proofs);
  registerFormSignUp(app, parts, build, signUp);
  const withoutLetters: WaitlistRoom = {
    handlers: {
      joinWaitlist: joinWaitlist(signUp),
      confirmSignUp: undefined,
      getStanding: undefined,
      leaveWaitlist: undefined,
    },
    changedSchemas: { joinWaitlist: { ...waitlistCalls.joinWaitlist, body: SignUpWithoutLetters } },
    measure: () => [proofs.measure()],
  };
  if (!parts.letters) return withoutLetters;
  const { tokens, measure } = await openLetters(app, parts, parts.letters, build.letters.templates);
  registerLeaveLink(app);
  return {
    handlers: {
      joinWaitlist: withoutLetters.handlers.joinWaitlist,
      confirmSignUp: confirmSignUp(parts, tokens),
      getStanding: getStanding(parts, tokens),
      leaveWaitlist: leaveWaitlist(parts, tokens),
    },
    changedSchemas: {},
    measure: () => [proofs.measure(), ...measure()],
  };
}
