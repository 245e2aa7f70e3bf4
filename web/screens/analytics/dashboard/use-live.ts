import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useState } from 'react';
import { LIVE_INTERVAL_MS } from '../../../../contract/analytics.ts';
import { calls } from '../../../../contract/calls.ts';
import type { AnalyticsEvent } from '../analytics-state.ts';
import { coalesce } from './coalesce.ts';
import { addressOf } from './query-client.ts';
import { type LiveState, watchLive } from './watch-live.ts';

/** Asks again, quietly, for all that is shown whenever the server says that figures have changed. */
export function useLive(userId: string, send: Dispatch<AnalyticsEvent>): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(
    () =>
      watchLive(addressOf([calls.watchAnalytics.path, { userId }]), {
        onVersion: coalesce(() => queries.invalidateQueries(), LIVE_INTERVAL_MS),
        onState: setState,
        onRefused: send,
      }),
    [userId, queries, send],
  );
  return state;
}
