import { type Static, Type } from 'typebox';

/** `POST /api/waitlist` asks with an address as somebody typed it. */
export const JoinWaitlistRequest = Type.Object(
  { email: Type.String() },
  { additionalProperties: false },
);
export type JoinWaitlistRequest = Static<typeof JoinWaitlistRequest>;

/** The answer says nothing about whether the address was already there. */
export const JoinWaitlistResponse = Type.Object({ joined: Type.Literal(true) });
export type JoinWaitlistResponse = Static<typeof JoinWaitlistResponse>;
