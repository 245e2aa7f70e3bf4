import type { QueryClient } from '@tanstack/react-query';
import type { AnalyticsResponse } from '../../../../contract/schemas/analytics.ts';

/**
 * Repeats the queries whose answers have another version than the newest version that the server has reported. A
 * version that is reported meanwhile waits until all have their answers, so slow answers also arrive.
 *
 * @returns a function to call with each version
 */
export function followVersions(queries: QueryClient): (version: string) => Promise<void> {
  let newest: string | undefined;
  let followed: string | undefined;
  let isReading = false;

  return async (version) => {
    newest = version;
    if (isReading) return;
    isReading = true;
    do {
      // A query that has never had an answer is repeated only after a change. Its failure alone is no reason, nor is a
      // stream that is open again.
      const hasChanged = followed !== undefined && followed !== newest;
      followed = newest;
      // The answer to a request in progress may already have this version.
      await queries.refetchQueries({ fetchStatus: 'fetching' }, { cancelRefetch: false });
      await queries.invalidateQueries({
        predicate: ({ state: { data } }) =>
          data === undefined ? hasChanged : versionOf(data) !== newest,
      });
    } while (followed !== newest);
    isReading = false;
  };
}

/** @returns undefined if the answer has no version, so that the query is repeated each time */
function versionOf(answer: unknown): string | undefined {
  return (answer as AnalyticsResponse).version;
}
