import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Proof } from '../../contract/schemas/proof.ts';
import type { SignInRequest, SignInSettingsResponse } from '../../contract/schemas/sign-in.ts';

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
  /** Sends codes of our own; undefined where the provider sends its own. */
  readonly codes?: SignInCodeSender;
}

export interface SignInCodeSender {
  /**
   * Sends a code to a number, for the browser that asks alone. There is no code until it is about to be sent:
   * what is not sent, for whatever reason, cannot be guessed.
   *
   * @returns the id that its proof must name
   * @throws CallError for a proof that does not hold, and past a limit
   * @throws SmsFailure where everybody is told whether theirs was sent
   */
  send(asked: CodeRequest, request: FastifyRequest, reply: FastifyReply): Promise<string>;
}

export interface CodeRequest {
  /** E.164. */
  phone: string;
  proof: Proof;
}
