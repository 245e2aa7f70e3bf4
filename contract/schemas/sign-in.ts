import type { CallSchema } from './call-schema.ts';
import { type Static, Type } from './type.ts';

/** `GET /api/auth/settings`. */
export const SignInSettingsResponse = Type.Union(
  [
    Type.Object({ provider: Type.Literal('embedded') }),
    Type.Object({
      provider: Type.Literal('firebase'),
      apiKey: Type.String(),
      authDomain: Type.String(),
      projectId: Type.String(),
    }),
  ],
  { description: 'The provider, and what a browser must know to talk to it.' },
);
export type SignInSettingsResponse = Static<typeof SignInSettingsResponse>;

/** `GET /api/auth/session`. */
export const SessionResponse = Type.Object(
  { userId: Type.Union([Type.String(), Type.Null()]) },
  { description: 'Null where nobody is signed in.' },
);
export type SessionResponse = Static<typeof SessionResponse>;

/**
 * `GET /api/auth/challenge`: what `solveChallenge` of `altcha-lib` takes as its `challenge`, together
 * with `deriveKey` of `altcha-lib/algorithms/web/pbkdf2`.
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
const Proof = Type.Object(
  {
    challenge: ChallengeResponse,
    solution: Type.Object(
      {
        counter: Type.Integer({ minimum: 0 }),
        derivedKey: Type.String({ maxLength: 64 }),
        /** How long it took, in milliseconds. Nobody reads it. */
        time: Type.Optional(Type.Number()),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

/** `POST /api/auth/code`. */
export const SendCodeRequest = Type.Object(
  { phone: Type.String({ maxLength: 40 }), proof: Proof },
  { additionalProperties: false },
);
export type SendCodeRequest = Static<typeof SendCodeRequest>;
export const SendCodeResponse = Type.Object(
  { verificationId: Type.String() },
  { description: 'What the code must be sent together with, by the same browser.' },
);
export type SendCodeResponse = Static<typeof SendCodeResponse>;

/** `POST /api/auth/session`: a code, or the token that another provider gave out for one. */
export const SignInRequest = Type.Union([
  Type.Object(
    { verificationId: Type.String({ maxLength: 64 }), code: Type.String({ maxLength: 16 }) },
    { additionalProperties: false },
  ),
  Type.Object({ idToken: Type.String({ maxLength: 8_192 }) }, { additionalProperties: false }),
]);
export type SignInRequest = Static<typeof SignInRequest>;
export const SignInResponse = Type.Object(
  { userId: Type.String() },
  { description: 'Whoever is signed in now, admin or not. A cookie holds the session.' },
);
export type SignInResponse = Static<typeof SignInResponse>;

export const SignOutResponse = Type.Object(
  { signedOut: Type.Literal(true) },
  { description: 'The same where nobody was signed in.' },
);
export type SignOutResponse = Static<typeof SignOutResponse>;

/** `POST /api/auth/verify-admin`. */
export const VerifyAdminRequest = Type.Object(
  { userId: Type.String({ maxLength: 128 }) },
  { additionalProperties: false },
);
export type VerifyAdminRequest = Static<typeof VerifyAdminRequest>;
export const VerifyAdminResponse = Type.Object(
  { isAdmin: Type.Boolean() },
  { description: 'Whether they are an admin at this moment.' },
);
export type VerifyAdminResponse = Static<typeof VerifyAdminResponse>;

export const signInCalls = {
  getSignInSettings: {
    summary: 'Which provider proves phone numbers',
    response: SignInSettingsResponse,
  },
  getChallenge: {
    summary: 'A task whose solution comes with the wish for a code',
    response: ChallengeResponse,
  },
  sendCode: {
    summary: 'Send a code to a phone',
    body: SendCodeRequest,
    response: SendCodeResponse,
  },
  signIn: {
    summary: 'Begin a session for the holder of a phone',
    body: SignInRequest,
    response: SignInResponse,
  },
  getSession: {
    summary: 'Who is signed in here',
    response: SessionResponse,
  },
  signOut: {
    summary: 'End the session',
    response: SignOutResponse,
  },
  verifyAdmin: {
    summary: 'Whether whoever is signed in is an admin',
    body: VerifyAdminRequest,
    response: VerifyAdminResponse,
  },
} as const satisfies Record<string, CallSchema>;
