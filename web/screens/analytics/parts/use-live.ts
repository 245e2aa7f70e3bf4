import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AnalyticsResponse } from '../../../../contract/schemas/analytics.ts';
import { getAnalyticsVersion } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { withQuery } from './query-client.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

const VERSION_EVERY_MS = 2_000;
/** A screen reader presses with a click alone. */
const USES = ['click', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Requests the version of the figures while the tab is visible, and in the background the figures that have another one.
 * Also reports to the server whether the page is used, because a page that is only open does not extend the session.
 */
export function useLive(userId: string): LiveState {
  const queries = useQueryClient();
  const isUsed = useRef(false);
  useEffect(() => {
    const use = () => {
      isUsed.current = true;
    };
    for (const type of USES) addEventListener(type, use);
    return () => {
      for (const type of USES) removeEventListener(type, use);
    };
  }, []);

  const { data, dataUpdatedAt, isError } = useQuery({
    queryKey: [getAnalyticsVersion.path, userId],
    queryFn({ signal }) {
      const query = { userId, ...(isUsed.current && { used: 'true' as const }) };
      isUsed.current = false;
      return callApi(withQuery(getAnalyticsVersion, query), undefined, { signal });
    },
    refetchInterval: VERSION_EVERY_MS,
  });
  const version = data?.version;
  const followed = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is compared, also with the same version
  useEffect(() => {
    if (version === undefined) return;
    const hasChanged = followed.current !== undefined && followed.current !== version;
    followed.current = version;
    void repeatOthers(queries, version, hasChanged);
  }, [queries, version, dataUpdatedAt]);

  if (isError) return 'lost';
  return data ? 'live' : 'connecting';
}

/**
 * Repeats the queries whose answers have another version. Answers in progress are compared at the next version.
 *
 * @param hasChanged whether the version has changed since the last call. Queries without a version, or without an answer
 *   because they failed, are repeated only then
 */
export function repeatOthers(
  queries: QueryClient,
  version: string,
  hasChanged: boolean,
): Promise<void> {
  return queries.invalidateQueries({
    predicate({ state: { data, fetchStatus } }) {
      const own = (data as AnalyticsResponse | undefined)?.version;
      return fetchStatus === 'idle' && (own === undefined ? hasChanged : own !== version);
    },
  });
}
