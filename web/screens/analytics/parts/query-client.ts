import {
  type Query,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { type BrowserCall, CallFailure, callApi } from '../../../call-api.ts';
import { analyticsErrors } from './dashboard-texts.ts';

/** An answer is current until its query is made again. @param onError is called for every query that fails */
export function createQueryClient(onError: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: getJson,
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        // On reconnect only failed queries are repeated, because data is never stale.
        refetchOnReconnect: true,
        retry: false,
        // Offline, a query must fail with an error instead of waiting for a connection.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

type QueryString = Readonly<Record<string, string>>;

/** A query of a component. Its key is the call, with the query string in the path. */
export function queryOf<Answered, Query extends QueryString>(
  call: BrowserCall<undefined, Answered, Query>,
  query: NoInfer<Query>,
): UseQueryOptions<Answered> {
  return { queryKey: [withQuery(call, query)] };
}

export function withQuery<Answered, Query extends QueryString>(
  call: BrowserCall<undefined, Answered, Query>,
  query: NoInfer<Query>,
): BrowserCall<undefined, Answered> {
  return { ...call, path: `${call.path}?${new URLSearchParams(query)}` };
}

/** Repeats the requests of the screen that failed. */
export function retryFailed(queries: QueryClient): void {
  const predicate = ({ state }: Query) => state.status === 'error';
  void queries.refetchQueries({ type: 'active', predicate });
}

function getJson({ queryKey: [call], signal }: QueryFunctionContext): Promise<unknown> {
  return callApi(call as BrowserCall<undefined, unknown>, undefined, { signal });
}

/** @returns what the page says of a request that failed */
export function sentenceOf(error: Error | null | undefined): string | undefined {
  if (!error) return undefined;
  const hadAnswer = error instanceof CallFailure && error.status !== undefined;
  return hadAnswer ? analyticsErrors.notOk : analyticsErrors.noAnswer;
}
