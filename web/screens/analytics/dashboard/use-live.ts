import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useState, useSyncExternalStore } from 'react';
import { watchAnalytics } from '../../../browser-calls.ts';
import type { AnalyticsEvent } from '../analytics-event.ts';
import { followVersions } from './follow-versions.ts';
import { withQuery } from './query-client.ts';
import { type LiveState, watchLive } from './watch-live.ts';

/**
 * Reloads the figures in the background when the server reports a change. A hidden tab has no stream: with HTTP/1.1 a
 * browser opens only six connections to a site, and six streams would block all its tabs.
 */
export function useLive(userId: string, send: Dispatch<AnalyticsEvent>): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const isVisible = useSyncExternalStore(onVisibility, () => !document.hidden);
  useEffect(() => {
    if (!isVisible) return;
    const stop = watchLive(withQuery(watchAnalytics, { userId }).path, {
      onVersion: followVersions(queries),
      onState: setState,
      onRefused: send,
    });
    return () => {
      stop();
      setState('connecting');
    };
  }, [isVisible, userId, queries, send]);
  return state;
}

function onVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
