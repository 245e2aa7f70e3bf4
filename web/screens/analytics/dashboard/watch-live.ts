import { LIVE_SILENCE_MS } from '../../../../contract/analytics.ts';
import type { AnalyticsEvent } from '../analytics-event.ts';
import { refusalOf } from './refusal.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

export interface LiveWatcher {
  /** Called with the current version of the figures: on each connection, and on each change. */
  onVersion(version: string): void;
  onState(state: LiveState): void;
  /** Called when the server refuses this user. The client does not reconnect after that. */
  onRefused(refusal: AnalyticsEvent): void;
}

/** The prefix of a line with a version. */
const VERSION = 'data: ';
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Listens to server-sent events, and reconnects with increasing pauses when the connection is lost.
 * It reads the stream with fetch, because EventSource reports neither the status of an error nor heartbeats.
 *
 * @returns a function that ends the connection
 */
export function watchLive(address: string, watcher: LiveWatcher): () => void {
  const ended = new AbortController();
  void keepWatching(address, watcher, ended);
  return () => ended.abort();
}

async function keepWatching(
  address: string,
  watcher: LiveWatcher,
  ended: AbortController,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  watcher.onState('connecting');
  while (!ended.signal.aborted) {
    const status = await listen(address, ended.signal, {
      onWord() {
        pauseMs = FIRST_PAUSE_MS;
        watcher.onState('live');
      },
      onVersion: watcher.onVersion,
    });
    if (ended.signal.aborted) return;
    const refusal = refusalOf(status);
    if (refusal) return watcher.onRefused(refusal);
    watcher.onState('lost');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** @returns the status, after the stream has ended; 0 if there was no answer */
async function listen(
  address: string,
  ended: AbortSignal,
  heard: Pick<LiveWatcher, 'onVersion'> & { onWord(): void },
): Promise<number> {
  const connection = new AbortController();
  const end = () => connection.abort();
  let timer = setTimeout(end, LIVE_SILENCE_MS);
  ended.addEventListener('abort', end);
  let status = 0;
  try {
    const response = await fetch(address, { signal: connection.signal });
    status = response.status;
    const reader = response.ok && response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let line = '';
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(timer);
      timer = setTimeout(end, LIVE_SILENCE_MS);
      heard.onWord();
      const lines = `${line}${value}`.split('\n');
      line = lines.pop() ?? '';
      const version = lines.findLast((whole) => whole.startsWith(VERSION))?.slice(VERSION.length);
      if (version) heard.onVersion(version);
    }
  } catch {
    // The connection was lost, or sent nothing for LIVE_SILENCE_MS.
  } finally {
    clearTimeout(timer);
    ended.removeEventListener('abort', end);
  }
  return status;
}
