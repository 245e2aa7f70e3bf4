import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useState, useSyncExternalStore } from 'react';
import { getAnalyticsVersion } from '../../../browser-calls.ts';
import type { AnalyticsEvent } from '../analytics-event.ts';
import { followVersions, type LiveState } from './follow-versions.ts';
import { withQuery } from './query-client.ts';

/** Reloads the figures in the background when they have changed, while the tab is visible. */
export function useLive(userId: string, send: Dispatch<AnalyticsEvent>): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const isVisible = useSyncExternalStore(onVisibility, () => !document.hidden);
  useEffect(() => {
    if (!isVisible) return;
    const stop = followVersions(queries, withQuery(getAnalyticsVersion, { userId }), {
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
