import { type Static, Type } from 'typebox';

/** Every answer of a call that is not 2xx: one sentence for people. */
export const ErrorResponse = Type.Object({ error: Type.String() });
export type ErrorResponse = Static<typeof ErrorResponse>;
