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
  let newest = '';
  let versionCount = 0;

  const readAgain = coalesce(async () => {
    // The answer to a request in progress may already have this version.
    await queries.refetchQueries({ fetchStatus: 'fetching' }, { cancelRefetch: false });
    // The server sends the first version when the page is opened. This version is no reason to repeat failed queries.
    const retries = versionCount > 1;
    await queries.invalidateQueries({
      predicate: ({ state: { data, status } }) =>
        status === 'error' ? retries : versionOf(data) !== newest,
    });
  }, pauseMs);

  return (version) => {
    newest = version;
    versionCount += 1;
    readAgain();
  };
}

/** @returns undefined if the answer has no version, so that the query is repeated each time */
function versionOf(answer: unknown): string | undefined {
  return (answer as Partial<Pick<AnalyticsResponse, 'version'>> | undefined)?.version;
}
