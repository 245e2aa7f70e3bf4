import { Counter } from 'prom-client';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Proof } from '../../contract/schemas/bot-check.ts';
import type { App } from '../app-parts.ts';
import type { BotCheck } from '../bot-check/bot-check.ts';
import { errors } from '../http/errors.ts';
import { type AddressLimit, countCalls } from '../http/limits.ts';

/**
 * Above this number each sign-up from the same network needs a proof of work. The number may be low, because the page
 * computes the proof in about 0.3 s. People hardly notice this, for example when 500 people sign up in one lecture
 * hall. Robots can send at most 4,800 sign-ups a day from one network without proofs.
 */
export const signUpsWithoutProof: AddressLimit = {
  groupId: 'signUpsWithoutProof',
  max: 200,
  windowMs: HOUR_MS,
};

/** Asks a network for a proof of work with each sign-up above `signUpsWithoutProof` (decision 042). */
export interface SignUpProofs {
  /**
   * Checks one sign-up.
   *
   * @param network the client's address, or its /64 network
   * @throws CallError if a needed proof is missing, or a proof is invalid
   */
  admit(network: string, proof: Proof | undefined): Promise<void>;
}

export function createSignUpProofs(app: App, botCheck: BotCheck): SignUpProofs {
  const countCall = countCalls(app, signUpsWithoutProof);
  const outcomes = new Counter({
    name: 'site_sign_up_proofs_total',
    help: 'Sign-ups refused without a needed proof of work (asked), and proofs that were valid (passed) or invalid (failed).',
    labelNames: ['outcome'],
    registers: [app.metrics],
  });
  for (const outcome of ['asked', 'passed', 'failed']) outcomes.inc({ outcome }, 0);
  return {
    async admit(network, proof) {
      if (proof) {
        const passed = await botCheck.passes(proof);
        outcomes.inc({ outcome: passed ? 'passed' : 'failed' });
        if (!passed) throw errors.failedBotCheck();
        return;
      }
      const secondsToWait = await countCall(network);
      if (secondsToWait === 0) return;
      outcomes.inc({ outcome: 'asked' });
      throw errors.proofNeeded(secondsToWait);
    },
  };
}
