import { type Static, Type } from 'typebox';
import { MAX_RETURNED_PER_CALL, type ReturnResult, returnResults } from '../mail.ts';
import { AcceptedReports, type CallSchema, takesReports } from './call-schema.ts';

/** A letter that came back. */
export const ReturnedLetter = Type.Object(
  {
    email: Type.String(),
    result: Type.Unsafe<ReturnResult>(
      Type.Union(returnResults.map((result) => Type.Literal(result))),
    ),
  },
  { additionalProperties: false },
);
export type ReturnedLetter = Static<typeof ReturnedLetter>;

export const returnedLetterCalls = {
  reportReturned: {
    method: 'POST',
    path: '/api/returned-letters',
    access: 'app',
    summary: 'Report letters that bounced or were reported as spam: their addresses get no more',
    ...takesReports(ReturnedLetter, MAX_RETURNED_PER_CALL),
    response: AcceptedReports,
  },
} as const satisfies Record<string, CallSchema>;
