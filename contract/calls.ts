import type { CallSchema } from './schemas/call-schema.ts';
import {
  type BodyOf,
  type CallName,
  callSchemas,
  type QueryOf,
  type ResponseOf,
} from './schemas/calls.ts';
import type { ErrorResponse } from './schemas/errors.ts';

/** One call between a client and the server. The type parameters are the parsed JSON bodies and the query string. */
export interface Call<Request, Response, Query = unknown>
  extends Pick<CallSchema, 'method' | 'path' | 'access'> {
  /** Never set. This property lets TypeScript infer the type parameters from a call. */
  readonly shapes?: { request: Request; response: Response; query: Query; error: ErrorResponse };
}

/** What clients, routes and tests need of every call. */
export const calls = Object.fromEntries(
  Object.entries(callSchemas).map(([name, { method, path, access }]) => [
    name,
    { method, path, access },
  ]),
) as unknown as {
  readonly [Name in CallName]: Call<BodyOf<Name>, ResponseOf<Name>, QueryOf<Name>>;
};
