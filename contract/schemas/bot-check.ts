import { type Static, Type } from 'typebox';
import { MINUTE_MS } from '../durations.ts';
import { type CallSchema, strictObject } from './call-schema.ts';

/** A part of a challenge: at most 32 bytes, in hexadecimal. */
const Hex = Type.String({ maxLength: 64 });

/**
 * `GET /api/challenge`. Clients solve the challenge with the function `solveChallenge` of `altcha-lib`. The parameter
 * `challenge` of this function is this response, and its parameter `deriveKey` is the function `deriveKey` of
 * `altcha-lib/algorithms/web/pbkdf2`.
 */
export const ChallengeResponse = strictObject(
  {
    parameters: strictObject({
      algorithm: Type.Literal('PBKDF2/SHA-256'),
      cost: Type.Integer(),
      /** `validUntil` is in milliseconds since 1970 UTC. */
      data: strictObject({ validUntil: Type.Integer() }),
      keyLength: Type.Integer(),
      keyPrefix: Hex,
      nonce: Hex,
      salt: Hex,
    }),
    signature: Hex,
  },
  { description: 'A task. It expires after a few minutes, and its solution can be used once.' },
);
export type ChallengeResponse = Static<typeof ChallengeResponse>;

/** The challenge unchanged, and the result of `solveChallenge`. */
export const SolvedChallenge = strictObject({
  challenge: ChallengeResponse,
  solution: strictObject({
    counter: Type.Integer({ minimum: 0 }),
    derivedKey: Hex,
    /** How long solving took, in milliseconds. The server ignores this value. */
    time: Type.Optional(Type.Number()),
  }),
});
export type SolvedChallenge = Static<typeof SolvedChallenge>;

/** The same limit for sign-ups and for challenges, because some sign-ups need a challenge. */
export const SIGN_UP_LIMIT = { max: 300, windowMs: MINUTE_MS } as const;

export const botCheckCalls = {
  getChallenge: {
    method: 'GET',
    path: '/api/challenge',
    access: 'anyone',
    summary:
      'Get a proof-of-work task, which must be solved before sending a code and before some sign-ups',
    limit: SIGN_UP_LIMIT,
    response: ChallengeResponse,
  },
} as const satisfies Record<string, CallSchema>;
