import { type Static, Type } from 'typebox';
import { MINUTE_MS } from '../durations.ts';
import { MAX_USER_ID_CHARACTERS } from '../identity.ts';
import { SolvedChallenge } from './bot-check.ts';
import { type CallSchema, strictObject } from './call-schema.ts';

/** Longer than every id that the site creates. */
const MAX_VERIFICATION_ID_CHARACTERS = 64;
/** A code or a phone number with what people and phones add to it. */
const MAX_TYPED_CHARACTERS = 100;
/** Longer than the tokens of Firebase, which have about a thousand characters. */
const MAX_ID_TOKEN_CHARACTERS = 8_192;

const textOrNull = Type.Union([Type.String(), Type.Null()]);

export const UserId = Type.String({ maxLength: MAX_USER_ID_CHARACTERS });

/** `GET /api/auth/settings`. */
export const SignInSettingsResponse = Type.Union(
  [
    Type.Object({
      provider: Type.Literal('embedded'),
      /** Present if the site has no sender of SMS: its operator gives the codes. */
      codesFrom: Type.Optional(Type.Literal('operator')),
    }),
    Type.Object({
      provider: Type.Literal('firebase'),
      apiKey: Type.String(),
      authDomain: Type.String(),
      projectId: Type.String(),
    }),
  ],
  { description: 'The provider, and the settings that a browser needs to use it.' },
);
export type SignInSettingsResponse = Static<typeof SignInSettingsResponse>;

/** `POST /api/auth/session`: a code, or the token of an external provider. */
export const SignInRequest = Type.Union([
  strictObject({
    verificationId: Type.String({ maxLength: MAX_VERIFICATION_ID_CHARACTERS }),
    code: Type.String({ maxLength: MAX_TYPED_CHARACTERS }),
  }),
  strictObject({ idToken: Type.String({ maxLength: MAX_ID_TOKEN_CHARACTERS }) }),
]);
export type SignInRequest = Static<typeof SignInRequest>;

export const identityCalls = {
  getSignInSettings: {
    method: 'GET',
    path: '/api/auth/settings',
    access: 'anyone',
    summary: 'Which provider verifies phone numbers',
    response: SignInSettingsResponse,
  },
  /** 400 for an invalid phone number, 401 without a number and a session, 403 for an invalid proof of work. */
  sendCode: {
    method: 'POST',
    path: '/api/auth/code',
    access: 'anyone',
    summary: 'Send a code to a phone',
    // The limit is low, because only admins use this call, and only a few of them share one address.
    limit: { max: 20, windowMs: 10 * MINUTE_MS },
    body: strictObject({
      /** If missing, the code goes to the number of the signed-in user. */
      phone: Type.Optional(Type.String({ maxLength: MAX_TYPED_CHARACTERS })),
      proof: SolvedChallenge,
    }),
    response: Type.Object(
      { verificationId: Type.String() },
      { description: 'The id that the same browser must send with the code.' },
    ),
  },
  /** Sets the cookie of the session. 401 for an invalid code or token. */
  signIn: {
    method: 'POST',
    path: '/api/auth/session',
    access: 'anyone',
    summary: 'Start a session for the owner of a phone number',
    limit: { max: 60, windowMs: 10 * MINUTE_MS },
    body: SignInRequest,
    response: Type.Object(
      { userId: Type.String() },
      { description: 'The signed-in user, admin or not. The session is in a cookie.' },
    ),
  },
  getSession: {
    method: 'GET',
    path: '/api/auth/session',
    access: 'anyone',
    summary: 'The user who is signed in',
    response: Type.Object(
      {
        userId: textOrNull,
        /** The masked number, such as +1…11, if the site can send a code to it; with Firebase the browser sends it. */
        phone: textOrNull,
      },
      { description: 'Null if no user is signed in.' },
    ),
  },
  signOut: {
    method: 'DELETE',
    path: '/api/auth/session',
    access: 'anyone',
    summary: 'End the session',
    response: Type.Object(
      { signedOut: Type.Literal(true) },
      { description: 'The response is the same if no user was signed in.' },
    ),
  },
  /** 403 unless `userId` is the id of the signed-in user. */
  verifyAdmin: {
    method: 'POST',
    path: '/api/auth/verify-admin',
    access: 'session',
    summary: 'Whether the signed-in user is an admin',
    body: strictObject({ userId: UserId }),
    response: Type.Object(
      {
        isAdmin: Type.Boolean(),
        hasWaitlistRight: Type.Optional(
          Type.Literal(true, { description: 'Only for admins with the right to the waitlist.' }),
        ),
      },
      { description: 'Whether the user is an admin now.' },
    ),
  },
} as const satisfies Record<string, CallSchema>;
