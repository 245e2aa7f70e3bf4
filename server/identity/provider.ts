import type { FastifyRequest } from 'fastify';
import type { SignInRequest, SignInSettingsResponse } from '../../contract/schemas/sign-in.ts';
import type { App, AppParts } from '../app-parts.ts';
import { getChallenge } from '../calls/get-challenge.ts';
import { sendCode } from '../calls/send-code.ts';
import { createEmbedded } from './embedded.ts';

/** Proves that somebody holds a phone number. What follows from it, the session, is ours. */
export interface PhoneProvider {
  /** What the browser has to know of it. */
  readonly settings: SignInSettingsResponse;
  /**
   * Looks at what the browser sends as a proof, once.
   *
   * @returns the number, E.164; undefined for a proof that does not hold
   */
  prove(proof: SignInRequest, request: FastifyRequest): Promise<string | undefined>;
}

/** Chooses the provider, and adds the calls that it alone needs. */
export async function openProvider(app: App, parts: AppParts): Promise<PhoneProvider> {
  if (parts.identity.provider === 'firebase') {
    // Only here: loading what verifies tokens takes 20 of the 600 ms that a start may take.
    const { createFirebase } = await import('./firebase.ts');
    return createFirebase(parts, parts.identity);
  }
  const embedded = createEmbedded(app, parts, parts.identity);
  getChallenge(app, embedded);
  sendCode(app, embedded);
  return embedded;
}
