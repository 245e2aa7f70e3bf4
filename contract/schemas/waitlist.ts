import type { CallSchema } from './call-schema.ts';
import { Proof } from './proof.ts';
import { type Static, Type } from './type.ts';

/**
 * `POST /api/waitlist` asks with an address as somebody typed it. The proof is needed only where the answer
 * before was an error with the id `proof-needed`.
 */
export const JoinWaitlistRequest = Type.Object(
  { email: Type.String(), proof: Type.Optional(Proof) },
  { additionalProperties: false },
);
export type JoinWaitlistRequest = Static<typeof JoinWaitlistRequest>;

export const JoinWaitlistResponse = Type.Object(
  { joined: Type.Literal(true) },
  { description: 'It says nothing about whether the address was already there.' },
);
export type JoinWaitlistResponse = Static<typeof JoinWaitlistResponse>;

export const waitlistCalls = {
  joinWaitlist: {
    summary: 'Put an address on the waitlist',
    limit: { max: 300, timeWindow: 60_000 },
    body: JoinWaitlistRequest,
    response: JoinWaitlistResponse,
  },
} as const satisfies Record<string, CallSchema>;
