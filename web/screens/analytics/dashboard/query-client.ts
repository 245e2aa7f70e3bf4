import { QueryCache, QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { CALL_TIMEOUT_MS } from '../../../call-api.ts';

/** An answer that is not the one that was asked for. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly status: number;

  constructor(status: number, detail: string) {
    super(`${status}: ${detail}`);
    this.status = status;
  }
}

/** What a query asks for: a path and the parameters of its query string. */
export type QueryKey = readonly [path: string, query: Readonly<Record<string, string>>];

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

export function addressOf([path, query]: QueryKey): string {
  return `${path}?${new URLSearchParams(query)}`;
}

async function getJson({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  const response = await fetch(addressOf(queryKey as QueryKey), {
    credentials: 'include',
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
  });
  if (response.ok) return await response.json();
  const { status, statusText } = response;
  throw new AnswerError(status, status >= 500 ? statusText : await response.text());
}
