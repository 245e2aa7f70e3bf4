import { type Static, Type } from 'typebox';

/** `GET /api/auth/settings`: which provider proves a phone number, and its public settings. */
export const SignInSettingsResponse = Type.Union([
  Type.Object({ provider: Type.Literal('embedded') }),
  Type.Object({
    provider: Type.Literal('firebase'),
    apiKey: Type.String(),
    authDomain: Type.String(),
    projectId: Type.String(),
  }),
]);
export type SignInSettingsResponse = Static<typeof SignInSettingsResponse>;

/** `GET /api/auth/session`: who is signed in here; null is nobody. */
export const SessionResponse = Type.Object({ userId: Type.Union([Type.String(), Type.Null()]) });
export type SessionResponse = Static<typeof SessionResponse>;

/** `POST /api/auth/code`: `proof` is the solved challenge of `GET /api/auth/challenge`. */
export const SendCodeRequest = Type.Object(
  { phone: Type.String({ maxLength: 40 }), proof: Type.String({ maxLength: 4_096 }) },
  { additionalProperties: false },
);
export type SendCodeRequest = Static<typeof SendCodeRequest>;
export const SendCodeResponse = Type.Object({ verificationId: Type.String() });
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
export const SignInResponse = Type.Object({ userId: Type.String() });
export type SignInResponse = Static<typeof SignInResponse>;

export const SignOutResponse = Type.Object({ signedOut: Type.Literal(true) });
export type SignOutResponse = Static<typeof SignOutResponse>;

/** `POST /api/auth/verify-admin`. */
export const VerifyAdminRequest = Type.Object(
  { userId: Type.String({ maxLength: 128 }) },
  { additionalProperties: false },
);
export type VerifyAdminRequest = Static<typeof VerifyAdminRequest>;
export const VerifyAdminResponse = Type.Object({ isAdmin: Type.Boolean() });
export type VerifyAdminResponse = Static<typeof VerifyAdminResponse>;
