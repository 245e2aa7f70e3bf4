import type { CallSchema } from './call-schema.ts';
import { Proof } from './proof.ts';
import { type Static, Type } from './type.ts';

/**
 * `POST /api/waitlist`, with the address as it was typed. A proof of work is needed only after a response with
 * the error id `proof-needed`.
 */
export const JoinWaitlistRequest = Type.Object(
  { email: Type.String(), proof: Type.Optional(Proof) },
  { additionalProperties: false },
);
export type JoinWaitlistRequest = Static<typeof JoinWaitlistRequest>;

export const JoinWaitlistResponse = Type.Object(
  { joined: Type.Literal(true) },
  { description: 'It does not reveal whether the address was already on the list.' },
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
