import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useState, useSyncExternalStore } from 'react';
import { getAnalyticsVersion } from '../../../browser-calls.ts';
import type { AnalyticsEvent } from '../analytics-event.ts';
import { followVersions, type LiveState } from './follow-versions.ts';
import { withQuery } from './query-client.ts';

/** A screen reader presses with a click alone. */
const USES = ['click', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Reloads the figures in the background when they have changed, while the tab is visible. Also tells the server whether
 * somebody uses the page, because a page that is only open does not extend the session.
 */
export function useLive(userId: string, send: Dispatch<AnalyticsEvent>): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const isVisible = useSyncExternalStore(onVisibility, () => !document.hidden);
  useEffect(() => {
    if (!isVisible) return;
    let isUsed = false;
    const use = () => {
      isUsed = true;
    };
    const call = () => {
      const query = { userId, ...(isUsed && { used: 'true' as const }) };
      isUsed = false;
      return withQuery(getAnalyticsVersion, query);
    };
    for (const type of USES) addEventListener(type, use);
    const stop = followVersions(queries, call, { onState: setState, onRefused: send });
    return () => {
      for (const type of USES) removeEventListener(type, use);
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
