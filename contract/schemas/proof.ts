import type { CallSchema } from './call-schema.ts';
import { type Static, Type } from './type.ts';

/**
 * `GET /api/challenge`: what `solveChallenge` of `altcha-lib` takes as its `challenge`, together with
 * `deriveKey` of `altcha-lib/algorithms/web/pbkdf2`.
 */
export const ChallengeResponse = Type.Object(
  {
    parameters: Type.Object(
      {
        algorithm: Type.Literal('PBKDF2/SHA-256'),
        cost: Type.Integer(),
        /** In milliseconds since 1970 UTC. */
        data: Type.Object({ validUntil: Type.Integer() }, { additionalProperties: false }),
        keyLength: Type.Integer(),
        keyPrefix: Type.String({ maxLength: 64 }),
        nonce: Type.String({ maxLength: 64 }),
        salt: Type.String({ maxLength: 64 }),
      },
      { additionalProperties: false },
    ),
    signature: Type.String({ maxLength: 64 }),
  },
  { additionalProperties: false, description: 'It holds for a few minutes, and for one proof.' },
);
export type ChallengeResponse = Static<typeof ChallengeResponse>;

/** The challenge as it came, and what `solveChallenge` made of it. */
export const Proof = Type.Object(
  {
    challenge: ChallengeResponse,
    solution: Type.Object(
      {
        counter: Type.Integer({ minimum: 0 }),
        derivedKey: Type.String({ maxLength: 64 }),
        /** How long it took, in milliseconds. The server ignores it. */
        time: Type.Optional(Type.Number()),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type Proof = Static<typeof Proof>;

export const proofCalls = {
  getChallenge: {
    summary: 'A task whose solution comes with the wish for a code, or with a sign-up',
    // As many as there may be sign-ups.
    limit: { max: 300, timeWindow: 60_000 },
    response: ChallengeResponse,
  },
} as const satisfies Record<string, CallSchema>;
