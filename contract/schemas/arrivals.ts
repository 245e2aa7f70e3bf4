import { type Static, Type } from 'typebox';
import { MAX_ARRIVALS_PER_CALL } from '../team-waitlist.ts';
import type { CallSchema } from './call-schema.ts';

/** A person who uses the app. */
export const Arrival = Type.Object(
  {
    email: Type.String(),
    at: Type.Optional(
      Type.String({
        description: 'ISO 8601 with an offset; the time of the request if missing.',
        examples: ['2025-06-14T12:00:00Z'],
      }),
    ),
  },
  { additionalProperties: false },
);
export type Arrival = Static<typeof Arrival>;

/** Also of other reports about addresses. */
export const AcceptedReports = Type.Object(
  {
    accepted: Type.Integer(),
    refused: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'The index of the report in the list, from 0.' }),
        error: Type.String(),
      }),
    ),
  },
  {
    description:
      'How many reports were understood. It is the same whether or not their addresses are on the waitlist.',
  },
);
export type AcceptedReports = Static<typeof AcceptedReports>;

export const arrivalCalls = {
  reportArrivals: {
    method: 'POST',
    path: '/api/app-arrivals',
    access: 'app',
    summary: 'Report who uses the app: people on the waitlist among them wait no more',
    body: Type.Union([
      Arrival,
      Type.Array(Arrival, { minItems: 1, maxItems: MAX_ARRIVALS_PER_CALL }),
    ]),
    maxBodyBytes: 1024 * 1024,
    // Validation by the schema would refuse a whole list because of one invalid report.
    checksOwnBody: true,
    response: AcceptedReports,
  },
} as const satisfies Record<string, CallSchema>;
