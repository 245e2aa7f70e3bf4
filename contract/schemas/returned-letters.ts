import { type Static, Type } from 'typebox';
import { MAX_RETURNED_PER_CALL, type ReturnResult, returnResults } from '../mail.ts';
import { AcceptedReports } from './arrivals.ts';
import type { CallSchema } from './call-schema.ts';

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
    body: Type.Union([
      ReturnedLetter,
      Type.Array(ReturnedLetter, { minItems: 1, maxItems: MAX_RETURNED_PER_CALL }),
    ]),
    maxBodyBytes: 1024 * 1024,
    // Validation by the schema would refuse a whole list because of one invalid report.
    checksOwnBody: true,
    response: AcceptedReports,
  },
} as const satisfies Record<string, CallSchema>;
