import { type Static, Type } from 'typebox';

/** The body of every response whose status is not 2xx. */
export const ErrorResponse = Type.Object(
  {
    error: Type.String(),
    /** Set if a page must distinguish this error from others with the same status. */
    id: Type.Optional(Type.Literal('proof-needed')),
  },
  { description: 'What went wrong, in one sentence for people.' },
);
export type ErrorResponse = Static<typeof ErrorResponse>;
