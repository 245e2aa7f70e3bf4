import { getAudit } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { Acted } from '../parts/act-button.tsx';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatMoment } from '../parts/numbers.ts';
import { Panel } from '../parts/panel.tsx';
import { useActs, useRead } from '../parts/use-acts.ts';

const { audit: texts, loading, refresh } = dashboardTexts;

/** Who did what. */
export function Audit() {
  const acts = useActs();
  const { shown } = useRead(acts, refresh, () => callApi(getAudit, undefined));
  return (
    <Panel title={texts.title} notes={[texts.subtitle]}>
      <Acted acts={acts} />
      {!shown && !acts.said && <p className="row note">{loading}</p>}
      {shown?.entries.length === 0 && <p className="row note">{texts.none}</p>}
      <ol className="list">
        {shown?.entries.map(({ at, who, act, detail }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never sorted again
          <li key={n} className="list-row">
            <time dateTime={at}>{formatMoment(at)}</time>
            <span>{`${who} ${act} ${detail}`}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
