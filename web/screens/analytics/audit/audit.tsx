import { useEffect, useId, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { getAudit } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { Said } from '../parts/act-button.tsx';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatMoment } from '../parts/numbers.ts';
import { PanelTitle } from '../parts/panel-header.tsx';
import { type Act, useActs } from '../parts/use-acts.ts';
import type { PlaceProps } from '../parts/view-in-address.ts';

const { audit: texts, loading } = dashboardTexts;

/** Who did what. */
export function Audit({ refreshes }: Pick<PlaceProps, 'refreshes'>) {
  const id = useId();
  const [entries, setEntries] = useState<ResponseOf<'getAudit'>['entries']>();
  const acts = useActs();
  const look: Act<ResponseOf<'getAudit'>> = {
    ...{ id: 'look', name: dashboardTexts.refresh },
    call: () => callApi(getAudit, undefined),
    show: (answered) => void setEntries(answered.entries),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the admin asks
  useEffect(() => acts.read(look), [refreshes]);
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-header">
        <PanelTitle id={id} title={texts.title} subtitle={texts.subtitle} />
      </header>
      <Said acts={acts} />
      {!entries && !acts.said && <p className="row note">{loading}</p>}
      {entries?.length === 0 && <p className="row note">{texts.none}</p>}
      <ol className="list">
        {entries?.map(({ at, who, act, detail }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never sorted again
          <li key={n} className="list-row">
            <time dateTime={at}>{formatMoment(at)}</time>
            <span>{`${who} ${act} ${detail}`}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
