import {
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
  type UseQueryOptions,
} from '@tanstack/react-query';
import type { Call } from '../../../../contract/calls.ts';
import { callApi } from '../../../call-api.ts';

/** Queries with the defaults of spec §9. @param onError hears of every query that failed */
export function createQueryClient(onError: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: getJson,
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        // What has failed is asked for again with the network; what was answered is never stale.
        refetchOnReconnect: true,
        retry: false,
        // Without a connection a query shall fail and say so, rather than wait for one unseen.
        networkMode: 'always',
      },
      mutations: { retry: false },
    },
  });
}

type QueryString = Readonly<Record<string, string>>;

/** What a component asks for. Its key is the call, with its query string in the path. */
export function queryOf<Answered, Query extends QueryString>(
  call: Call<undefined, Answered, Query>,
  query: NoInfer<Query>,
): UseQueryOptions<Answered> {
  return { queryKey: [withQuery(call, query)] };
}

export function withQuery<Answered, Query extends QueryString>(
  call: Call<undefined, Answered, Query>,
  query: NoInfer<Query>,
): Call<undefined, Answered> {
  return { ...call, path: `${call.path}?${new URLSearchParams(query)}` };
}

function getJson({ queryKey: [call], signal }: QueryFunctionContext): Promise<unknown> {
  return callApi(call as Call<undefined, unknown>, undefined, { signal });
}
