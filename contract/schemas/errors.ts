import { type Static, Type } from './type.ts';

/** Every answer of a call that is not 2xx. */
export const ErrorResponse = Type.Object(
  { error: Type.String() },
  { description: 'What is wrong, in one sentence for people.' },
);
export type ErrorResponse = Static<typeof ErrorResponse>;
