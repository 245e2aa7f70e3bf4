import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SolvedChallenge } from '../../contract/schemas/bot-check.ts';
import type { SignInRequest, SignInSettingsResponse } from '../../contract/schemas/identity.ts';

/** Verifies that a person owns a phone number. The session that begins afterwards does not depend on the provider. */
export interface PhoneProvider {
  /** The settings that the browser needs to use this provider. */
  readonly settings: SignInSettingsResponse;
  /**
   * Checks the code or the token that the browser sent. Each can be used once.
   *
   * @returns the number, E.164; undefined for an invalid code or token
   * @throws CallError if the browser did not send the cookie that belongs to the code
   */
  verify(proof: SignInRequest, request: FastifyRequest): Promise<string | undefined>;
  /**
   * Sends a code that is valid only in the browser that requested it; missing if the provider makes and sends the codes.
   * The code is made just before it is sent, so if nothing is sent, there is no code that an attacker could guess.
   *
   * @returns the id that the browser must send with the code
   * @throws CallError for an invalid proof of work; with the recipients `anyone` also above a limit, and if sending
   *   failed
   */
  sendCode?(asked: CodeRequest, request: FastifyRequest, reply: FastifyReply): Promise<string>;
}

export interface CodeRequest {
  /** E.164. */
  phone: string;
  proof: SolvedChallenge;
}
