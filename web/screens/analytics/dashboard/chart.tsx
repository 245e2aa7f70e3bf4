import { useId } from 'react';
import { type DayRange, dayRanges } from '../../../../contract/analytics.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { type Day, DaysPlot } from './days-plot.tsx';
import { DaysTable } from './days-table.tsx';
import { formatCount } from './numbers.ts';

interface ChartProps {
  days: readonly Day[] | undefined;
  range: DayRange;
  onRange: (range: DayRange) => void;
}

const { chart: texts, cards } = dashboardTexts;

/** Views and downloads of each day, as a drawing, and as a table for screen readers. */
export function Chart({ days, range, onRange }: ChartProps) {
  const id = useId();
  return (
    <section className="panel chart" aria-labelledby={id}>
      <header className="panel-header">
        <div>
          <h2 id={id}>{texts.title}</h2>
          <p>{texts.subtitle}</p>
        </div>
        <RangeSwitch range={range} onRange={onRange} />
      </header>
      <dl className="chart-legend">
        <LegendEntry kind="views" name={cards.totalViews} total={sumOf(days, 'pageViews')} />
        <LegendEntry
          kind="downloads"
          name={cards.totalDownloads}
          total={sumOf(days, 'downloads')}
        />
      </dl>
      <DaysPlot days={days ?? []} />
      <DaysTable days={days ?? []} />
    </section>
  );
}

function RangeSwitch({ range, onRange }: Pick<ChartProps, 'range' | 'onRange'>) {
  const name = useId();
  return (
    <fieldset className="switch">
      <legend className="unseen">{texts.rangeLabel}</legend>
      {dayRanges.map((days) => (
        <label key={days}>
          <input
            className="unseen"
            type="radio"
            name={name}
            checked={days === range}
            onChange={() => onRange(days)}
          />
          {texts.range(days)}
        </label>
      ))}
    </fieldset>
  );
}

function LegendEntry(props: { kind: string; name: string; total: number | undefined }) {
  return (
    <div className={`legend-${props.kind}`}>
      <dt>{props.name}</dt>
      <dd>{props.total === undefined ? <span className="pending" /> : formatCount(props.total)}</dd>
    </div>
  );
}

function sumOf(days: readonly Day[] | undefined, figure: 'pageViews' | 'downloads') {
  return days?.reduce((sum, day) => sum + day[figure], 0);
}
