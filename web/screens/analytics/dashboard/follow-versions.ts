import type { QueryClient } from '@tanstack/react-query';
import { LIVE_INTERVAL_MS } from '../../../../contract/analytics.ts';
import { coalesce } from './coalesce.ts';

/**
 * Has the queries asked again whose answers are not of the version that the server tells.
 *
 * @param pauseMs how often at most
 * @returns what hears of each version
 */
export function followVersions(
  queries: QueryClient,
  pauseMs: number = LIVE_INTERVAL_MS,
): (version: string) => void {
  let newest = '';
  let told = 0;

  const readAgain = coalesce(async () => {
    // An answer that is under way may be of this version already.
    await queries.refetchQueries({ fetchStatus: 'fetching' }, { cancelRefetch: false });
    // The first version is the one that the page was opened with: no reason to retry what has failed.
    const retries = told > 1;
    await queries.invalidateQueries({
      predicate: ({ state: { data, status } }) =>
        status === 'error' ? retries : versionOf(data) !== newest,
    });
  }, pauseMs);

  return (version) => {
    newest = version;
    told += 1;
    readAgain();
  };
}

/** @returns undefined where the answer does not say, so that it is asked for again each time */
function versionOf(answer: unknown): string | undefined {
  return (answer as { version?: string } | undefined)?.version;
}
