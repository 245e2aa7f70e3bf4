import { useEffect, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { getWaitlistFigures } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { useActs } from '../parts/use-acts.ts';

type Figures = ResponseOf<'getWaitlistFigures'>;

/** @param changes counts up when they are to be read again. @returns the figures, or why there are none */
export function useWaitlistFigures(changes: number): [Figures | undefined, string | undefined] {
  const [figures, setFigures] = useState<Figures>();
  const acts = useActs();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the admin asks, and after acts
  useEffect(() => {
    acts.read({
      ...{ id: 'look', name: dashboardTexts.refresh },
      call: () => callApi(getWaitlistFigures, undefined),
      show(answered: Figures) {
        setFigures(answered);
        acts.say(undefined);
        return undefined;
      },
    });
  }, [changes]);
  return [figures, acts.said];
}
