import { LIVE_SILENCE_MS } from '../../../../contract/analytics.ts';
import { type AnalyticsEvent, refusalOf } from '../analytics-event.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

export interface LiveWatcher {
  /** Called with the current version of the figures: on each connection, and on each change. */
  onVersion(version: string): void;
  onState(state: Exclude<LiveState, 'connecting'>): void;
  /** Called when the server refuses this user. The client does not reconnect after that. */
  onRefused(refusal: AnalyticsEvent): void;
}

/** The media type; an answer of another type, such as a page of a captive portal, is not from our server. */
const STREAM = 'text/event-stream';
/** The prefix of a line with a version. */
const VERSION = 'data: ';
const FIRST_PAUSE_MS = 250;
export const LONGEST_PAUSE_MS = 10_000;

/**
 * Listens to server-sent events, and reconnects with increasing pauses when the connection is lost.
 * It reads the stream with fetch, because EventSource reports neither the status of an error nor heartbeats.
 *
 * @returns a function that ends the connection
 */
export function watchLive(address: string, watcher: LiveWatcher): () => void {
  const ended = new AbortController();
  void keepWatching(address, watcher, ended.signal);
  return () => ended.abort();
}

async function keepWatching(
  address: string,
  watcher: LiveWatcher,
  ended: AbortSignal,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!ended.aborted) {
    const status = await listen(address, ended, watcher.onVersion, () => {
      pauseMs = FIRST_PAUSE_MS;
      watcher.onState('live');
    });
    if (ended.aborted) return;
    const refusal = refusalOf(status);
    if (refusal) return watcher.onRefused(refusal);
    watcher.onState('lost');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    // A proxy may keep a stream back until it ends. This answer ends immediately, so the version arrives nevertheless.
    if (!ended.aborted) await listen(`${address}&once=true`, ended, watcher.onVersion);
  }
}

/** @returns the status, after the stream has ended; 0 if there was no answer */
async function listen(
  address: string,
  ended: AbortSignal,
  onVersion: LiveWatcher['onVersion'],
  onWord?: () => void,
): Promise<number> {
  const connection = new AbortController();
  const end = () => connection.abort();
  let timer = setTimeout(end, LIVE_SILENCE_MS);
  ended.addEventListener('abort', end);
  let status = 0;
  try {
    const response = await fetch(address, { signal: connection.signal });
    status = response.status;
    const isStream = response.headers.get('content-type')?.startsWith(STREAM);
    const reader = isStream && response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let line = '';
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(timer);
      timer = setTimeout(end, LIVE_SILENCE_MS);
      onWord?.();
      const lines = `${line}${value}`.split('\n');
      line = lines.pop() ?? '';
      const version = lines.findLast((whole) => whole.startsWith(VERSION))?.slice(VERSION.length);
      if (version) onVersion(version);
    }
  } catch {
    // The connection was lost, or sent nothing for LIVE_SILENCE_MS.
  } finally {
    clearTimeout(timer);
    ended.removeEventListener('abort', end);
    end();
  }
  return status;
}
