import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useState } from 'react';
import { commonCalls } from '../../../../contract/calls.ts';
import type { AnalyticsEvent } from '../analytics-event.ts';
import { followVersions } from './follow-versions.ts';
import { withQuery } from './query-client.ts';
import { type LiveState, watchLive } from './watch-live.ts';

/** Reloads the figures in the background when the server reports a change. */
export function useLive(userId: string, send: Dispatch<AnalyticsEvent>): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(
    () =>
      watchLive(withQuery(commonCalls.watchAnalytics, { userId }).path, {
        onVersion: followVersions(queries),
        onState: setState,
        onRefused: send,
      }),
    [userId, queries, send],
  );
  return state;
}
