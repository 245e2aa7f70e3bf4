import type { QueryClient } from '@tanstack/react-query';
import { LIVE_INTERVAL_MS } from '../../../../contract/analytics.ts';
import type { AnalyticsResponse } from '../../../../contract/schemas/analytics.ts';
import { coalesce } from './coalesce.ts';

/**
 * Repeats the queries whose answers have another version than the newest version that the server has reported.
 *
 * @param pauseMs the minimum interval between two runs
 * @returns a function to call with each version
 */
export function followVersions(
  queries: QueryClient,
  pauseMs: number = LIVE_INTERVAL_MS,
): (version: string) => void {
  let newest: string | undefined;
  let followed: string | undefined;

  const readAgain = coalesce(async () => {
    // The answer to a request in progress may already have this version.
    await queries.refetchQueries({ fetchStatus: 'fetching' }, { cancelRefetch: false });
    // A query that has never had an answer is repeated only after a change. Its failure alone is no reason, nor is a
    // stream that is open again.
    const hasChanged = followed !== undefined && followed !== newest;
    followed = newest;
    await queries.invalidateQueries({
      predicate: ({ state: { data } }) =>
        data === undefined ? hasChanged : versionOf(data) !== newest,
    });
  }, pauseMs);

  return (version) => {
    newest = version;
    readAgain();
  };
}

/** @returns undefined if the answer has no version, so that the query is repeated each time */
function versionOf(answer: unknown): string | undefined {
  return (answer as AnalyticsResponse).version;
}
