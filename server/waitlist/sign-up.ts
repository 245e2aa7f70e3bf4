import { Counter } from '@prometheus-io/client';
import { hasWaitlist } from '../../contract/availability.ts';
import type { BodyOf } from '../../contract/calls.ts';
import { codeIn, idsIn, nameIn } from '../../contract/damaged-links.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { mayGetLetters } from '../../contract/email-address.ts';
import type { SolvedChallenge } from '../../contract/schemas/bot-check.ts';
import { SignUpWithoutMail, waitlistCalls } from '../../contract/schemas/waitlist.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import type { BotCheck } from '../bot-check/bot-check.ts';
import type { ChangedSchemas, Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import type { AddressLimit } from '../http/request-source.ts';
import { canonicalEmail } from '../ingest/canonical-email.ts';
import type { PageParts } from '../pages/page.ts';

/**
 * Above this number each sign-up from the same network needs a proof of work (decision 042). The number may be low,
 * because the page computes the proof in about 0.3 s. People hardly notice this, for example when 500 people sign up in
 * one lecture hall. Robots can send at most 4,800 sign-ups a day from one network without proofs.
 */
export const signUpsWithoutProof: AddressLimit = {
  groupId: 'signUpsWithoutProof',
  max: 200,
  windowMs: HOUR_MS,
};

/** Only with letters a sign-up names the member whose link was used. */
export const schemasWithoutMail: ChangedSchemas = {
  joinWaitlist: { ...waitlistCalls.joinWaitlist, body: SignUpWithoutMail },
};

/** The call. The answer does not reveal whether the address was already on the waitlist. */
export function joinWaitlist(signUp: AcceptSignUp): Handler<'joinWaitlist'> {
  return async ({ network, body: { email, ...how } }) => {
    await signUp(network, email, how);
    return { joined: true };
  };
}

/**
 * Providers give a customer an IPv6 /48, which holds 65,536 networks of /64. Counted by /64, one customer could cause as
 * many letters.
 */
function customerOf(network: string): string {
  return network.replace(/:[^:]*::$/, '::');
}

/**
 * Puts an address on the waitlist, for the call and for the form without JavaScript.
 *
 * @param network the client's address, or its /64 network
 * @param written the address as it was typed
 * @throws CallError if both platforms are launched, the address is invalid or gets no letters although the site sends
 *   them, or a proof of work is needed or invalid
 */
export type AcceptSignUp = (
  network: string,
  written: string,
  how: Omit<BodyOf<'joinWaitlist'>, 'email'>,
) => Promise<void>;

export function createSignUp(
  app: FastifyApp,
  parts: AppParts & Pick<PageParts, 'availability'>,
  botCheck: BotCheck,
  limit = signUpsWithoutProof,
): AcceptSignUp {
  const { storage, clock, mail, availability } = parts;
  const outcomes = new Counter({
    name: 'site_sign_up_proofs_total',
    help: 'Sign-ups refused without a needed proof of work (asked), and proofs that were valid (passed) or invalid (failed).',
    labelNames: ['outcome'],
    registers: [app.metrics],
  });
  for (const outcome of ['asked', 'passed', 'failed']) outcomes.inc({ outcome }, 0);

  async function checkProof(proof: SolvedChallenge): Promise<void> {
    const passed = await botCheck.passes(proof);
    outcomes.inc({ outcome: passed ? 'passed' : 'failed' });
    if (!passed) throw errors.failedBotCheck();
  }

  async function admitWithoutProof(network: string): Promise<void> {
    const secondsToWait = await app.countRequest(mail ? customerOf(network) : network, limit);
    if (secondsToWait === 0) return;
    outcomes.inc({ outcome: 'asked' });
    throw errors.proofNeeded(secondsToWait);
  }

  return async (network, written, { proof, via, ref, from }) => {
    if (!hasWaitlist(availability().state)) throw errors.closedWaitlist();
    const email = canonicalEmail(written);
    if (!email) throw errors.invalidEmail();
    if (mail && !mayGetLetters(email)) throw errors.unreachableEmail();
    await (proof ? checkProof(proof) : admitWithoutProof(network));
    const ask = mail && { via: codeIn(via), isLater: proof !== undefined };
    const link = { refs: idsIn(ref), from: nameIn(from, parts.linkNames) };
    await storage.waitlist.join(email, clock(), ask, link);
  };
}
