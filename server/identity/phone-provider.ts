import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Proof } from '../../contract/schemas/proof.ts';
import type { SignInRequest, SignInSettingsResponse } from '../../contract/schemas/sign-in.ts';

/** Proves that a person owns a phone number. The session that follows is ours. */
export interface PhoneProvider {
  /** The settings that the browser needs to use it. */
  readonly settings: SignInSettingsResponse;
  /**
   * Checks the browser's proof, which can be used once.
   *
   * @returns the number, E.164; undefined for an invalid proof
   */
  prove(proof: SignInRequest, request: FastifyRequest): Promise<string | undefined>;
  /** Sends the site's own codes; undefined if the provider sends them. */
  readonly codes?: SignInCodeSender;
}

export interface SignInCodeSender {
  /**
   * Sends a code to a number, valid only in the browser that asks. The code is made just before it is sent: a code
   * that is not sent cannot be guessed.
   *
   * @returns the id that the browser must send with the code
   * @throws CallError for an invalid proof of work, and above a limit
   * @throws SmsFailure if the answer may reveal that the code was not sent
   */
  send(asked: CodeRequest, request: FastifyRequest, reply: FastifyReply): Promise<string>;
}

export interface CodeRequest {
  /** E.164. */
  phone: string;
  proof: Proof;
}
