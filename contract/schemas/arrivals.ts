import { type Static, Type } from 'typebox';
import { MAX_ARRIVALS_PER_CALL } from '../team-waitlist.ts';
import {
  AcceptedReports,
  type CallSchema,
  reportedTime,
  strictObject,
  takesReports,
} from './call-schema.ts';

/** A person who uses the app. */
export const Arrival = strictObject({
  email: Type.String(),
  at: reportedTime,
});
export type Arrival = Static<typeof Arrival>;

export const arrivalCalls = {
  reportArrivals: {
    method: 'POST',
    path: '/api/app-arrivals',
    access: 'app',
    summary: 'Report who uses the app: people on the waitlist among them wait no more',
    ...takesReports(Arrival, MAX_ARRIVALS_PER_CALL),
    response: AcceptedReports,
  },
} as const satisfies Record<string, CallSchema>;
