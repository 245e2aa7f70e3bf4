import { SignUpWithoutLetters, waitlistCalls } from '../../contract/schemas/waitlist.ts';
import type { App, AppParts } from '../app-parts.ts';
import type { BotCheck } from '../bot-check/bot-check.ts';
import type { ChangedSchemas, Handlers } from '../http/call.ts';
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

export interface OpenWaitlist {
  readonly handlers: Pick<Handlers, keyof typeof waitlistCalls>;
  readonly changedSchemas: ChangedSchemas;
  measure(): Metric[];
}

/** The waitlist: its calls and its form, and the letters if the site sends some. */
export async function openWaitlist(
  app: App,
  parts: AppParts,
  build: Build,
  botCheck: BotCheck,
): Promise<OpenWaitlist> {
  const proofs = createSignUpProofs(app, botCheck);
  const signUp = createSignUp(parts, proofs);
  registerFormSignUp(app, parts, build, signUp);
  if (!parts.letters) {
    return {
      handlers: {
        joinWaitlist: joinWaitlist(signUp),
        confirmSignUp: undefined,
        getStanding: undefined,
        leaveWaitlist: undefined,
      },
      changedSchemas: {
        joinWaitlist: { ...waitlistCalls.joinWaitlist, body: SignUpWithoutLetters },
      },
      measure: () => [proofs.measure()],
    };
  }
  const { tokens, measure } = await openLetters(app, parts, parts.letters, build.letters.templates);
  registerLeaveLink(app);
  return {
    handlers: {
      joinWaitlist: joinWaitlist(signUp),
      confirmSignUp: confirmSignUp(parts, tokens),
      getStanding: getStanding(parts, tokens),
      leaveWaitlist: leaveWaitlist(parts, tokens),
    },
    changedSchemas: {},
    measure: () => [proofs.measure(), ...measure()],
  };
}
