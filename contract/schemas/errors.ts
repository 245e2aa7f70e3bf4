import { type Static, Type } from './type.ts';

/** Every answer of a call that is not 2xx. */
export const ErrorResponse = Type.Object(
  {
    error: Type.String(),
    /** For an error that a page handles by itself, and that shares its status with others. */
    id: Type.Optional(Type.Literal('proof-needed')),
  },
  { description: 'What is wrong, in one sentence for people.' },
);
export type ErrorResponse = Static<typeof ErrorResponse>;
