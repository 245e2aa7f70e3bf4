import { Proof, SIGN_UP_LIMIT } from './bot-check.ts';
import type { CallSchema } from './call-schema.ts';
import { Type } from './type.ts';

export const waitlistCalls = {
  joinWaitlist: {
    summary: 'Put an address on the waitlist',
    limit: SIGN_UP_LIMIT,
    body: Type.Object(
      { email: Type.String(), proof: Type.Optional(Proof) },
      { additionalProperties: false },
    ),
    response: Type.Object(
      { joined: Type.Literal(true) },
      { description: 'The response does not reveal whether the address was already on the list.' },
    ),
  },
} as const satisfies Record<string, CallSchema>;
