import type { QueryClient } from '@tanstack/react-query';
import type { AnalyticsResponse } from '../../../../contract/schemas/analytics.ts';
import { type BrowserCall, CallFailure, callApi } from '../../../call-api.ts';
import { type AnalyticsEvent, refusalOf } from '../analytics-event.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

const VERSION_EVERY_MS = 2_000;

export interface VersionWatcher {
  onState(state: Exclude<LiveState, 'connecting'>): void;
  /** Called when the server refuses this user. The version is not requested after that. */
  onRefused(refusal: AnalyticsEvent): void;
}

/**
 * Requests the version of the figures every VERSION_EVERY_MS, and repeats the queries whose answers have another one.
 *
 * @returns a function that ends this
 */
export function followVersions(
  queries: QueryClient,
  call: () => BrowserCall<undefined, { version: string }>,
  watcher: VersionWatcher,
  everyMs = VERSION_EVERY_MS,
): () => void {
  const ended = new AbortController();
  void keepAsking(queries, call, watcher, everyMs, ended.signal);
  return () => ended.abort();
}

async function keepAsking(
  queries: QueryClient,
  call: () => BrowserCall<undefined, { version: string }>,
  { onState, onRefused }: VersionWatcher,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  let followed: string | undefined;
  while (!signal.aborted) {
    try {
      const { version } = await callApi(call(), undefined, { signal });
      if (signal.aborted) return;
      onState('live');
      if (version !== followed) await repeatOthers(queries, version, followed !== undefined);
      followed = version;
    } catch (error) {
      if (signal.aborted) return;
      const refusal = error instanceof CallFailure && refusalOf(error.status);
      if (refusal) return onRefused(refusal);
      onState('lost');
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/**
 * @param hasChanged whether the version has changed since the last call. A query that has never had an answer is
 *   repeated only then: its failure alone is no reason
 */
export async function repeatOthers(
  queries: QueryClient,
  version: string,
  hasChanged: boolean,
): Promise<void> {
  // The answer to a request in progress may already have this version.
  await queries.refetchQueries({ fetchStatus: 'fetching' }, { cancelRefetch: false });
  await queries.invalidateQueries({
    predicate: ({ state: { data } }) =>
      data === undefined ? hasChanged : versionOf(data) !== version,
  });
}

/** @returns undefined if the answer has no version, so that the query is repeated after each change */
function versionOf(answer: unknown): string | undefined {
  return (answer as AnalyticsResponse).version;
}
