import { type Static, Type } from 'typebox';
import { MINUTE_MS } from '../durations.ts';
import { type Phone, phones } from '../phones.ts';
import { SIGN_UP_LIMIT, SolvedChallenge } from './bot-check.ts';
import { type CallSchema, literals, strictObject } from './call-schema.ts';

const signUp = {
  email: Type.String(),
  proof: Type.Optional(SolvedChallenge),
  ref: Type.Optional(
    Type.Unknown({
      description: 'The id of the inviter whose link was used. Anything else is ignored.',
    }),
  ),
  from: Type.Optional(
    Type.Unknown({
      description: 'The name of the site’s own link that was used. Anything else is ignored.',
    }),
  ),
};

/** Enough for a link of 10,000 characters: whatever a link contains, its sign-up counts. */
export const MAX_SIGN_UP_BYTES = 96 * 1024;

/** The body of a sign-up on a site that sends no letters. */
export const SignUpWithoutMail = strictObject(signUp);

/** An address has at most 254 characters of 4 bytes; encryption adds 28 bytes, and base64url makes 1,392 characters. */
const Token = Type.String({ maxLength: 1_500 });
const TokenRequest = strictObject({ token: Token });

/** Which phone a person has. */
export const PhoneName = literals<Phone>(phones);

const link = Type.Union([Type.String(), Type.Null()]);

/** The state of the address that a token belongs to, and its position on the waitlist. */
export const PositionResponse = strictObject(
  {
    /**
     * `asked`: not confirmed yet, or left, and asked to confirm again since. `invited`: may use the app, or uses it
     * already. `left`: left the list, and may come back by confirming.
     */
    state: Type.Union([
      Type.Literal('asked'),
      Type.Literal('confirmed'),
      Type.Literal('invited'),
      Type.Literal('left'),
    ]),
    /** The token with which the same address leaves. */
    leaveToken: Type.String(),
    /** Which phone the person has; null if they have not said so. Missing for people who have not confirmed. */
    phone: Type.Optional(Type.Union([PhoneName, Type.Null()])),
    /** Only in the state `confirmed`. */
    position: Type.Optional(
      strictObject({
        number: Type.Integer({ minimum: 1 }),
        /** How many confirmed people wait, rounded to two significant digits. */
        waiting: Type.Integer({ minimum: 1 }),
        /** How many friends have confirmed through `link`. */
        friends: Type.Integer({ minimum: 0 }),
        /** The address to share with friends. */
        link: Type.String(),
      }),
    ),
    /**
     * Where the person gets the app; null where there is no link. In the state `confirmed` only of a launched platform,
     * and missing in the other states.
     */
    ways: Type.Optional(strictObject({ ios: link, android: link })),
  },
  { description: 'The state and the position of the sign-up.' },
);
export type PositionResponse = Static<typeof PositionResponse>;

export const waitlistCalls = {
  /**
   * 400 for an invalid address and, if the site sends letters, for one that can get none, such as ana@example. 410 once
   * the app is launched on both platforms. 429 with the id `proof-needed` after many sign-ups from one network.
   */
  joinWaitlist: {
    method: 'POST',
    path: '/api/waitlist',
    access: 'anyone',
    summary: 'Put an address on the waitlist',
    limit: SIGN_UP_LIMIT,
    maxBodyBytes: MAX_SIGN_UP_BYTES,
    body: strictObject({
      ...signUp,
      via: Type.Optional(
        Type.Unknown({
          description: 'The code of the member whose link was used. Anything else is ignored.',
        }),
      ),
    }),
    response: Type.Object(
      { joined: Type.Literal(true) },
      { description: 'The response does not reveal whether the address was already on the list.' },
    ),
  },

  /**
   * 410 for an invalid token; for an address that is neither on the list nor has left it, for example because it was
   * erased; and, once both platforms are launched, for an address that has left.
   */
  confirmSignUp: {
    method: 'POST',
    path: '/api/waitlist/confirm',
    access: 'anyone',
    summary: 'Confirm a sign-up with the token of its letter',
    limit: { max: 120, windowMs: MINUTE_MS },
    body: TokenRequest,
    response: PositionResponse,
  },

  /** A POST, so that no log contains the token. The answer 410 means the same as that of `confirmSignUp`. */
  getPosition: {
    method: 'POST',
    path: '/api/waitlist/position',
    access: 'anyone',
    summary: 'Read the position of a sign-up with the token of its letter',
    limit: { max: 300, windowMs: MINUTE_MS },
    body: TokenRequest,
    response: PositionResponse,
  },

  /** Changes nothing for people who have not confirmed. The answer 410 means the same as that of `confirmSignUp`. */
  choosePhone: {
    method: 'POST',
    path: '/api/waitlist/phone',
    access: 'anyone',
    summary: 'Say which phone one has, with the token of a letter',
    limit: { max: 120, windowMs: MINUTE_MS },
    body: strictObject({ token: Token, phone: PhoneName }),
    response: PositionResponse,
  },

  /** Mail providers make this call when a person presses their "Unsubscribe". */
  leaveWaitlist: {
    method: 'POST',
    path: '/api/waitlist/leave/:token',
    access: 'anyone',
    summary: 'Leave the waitlist: one-click unsubscribe (RFC 8058)',
    limit: { max: 300, windowMs: MINUTE_MS },
    params: Type.Object({ token: Type.String() }),
    ignoresBody: true,
    response: Type.Object(
      { left: Type.Literal(true) },
      {
        description:
          'The response is the same whether the address was on the list or not. 410 for a token that this site has not made.',
      },
    ),
  },
} as const satisfies Record<string, CallSchema>;
