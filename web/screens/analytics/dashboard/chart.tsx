import { useId } from 'react';
import { type DayRange, dayRanges } from '../../../../contract/analytics.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { type Day, DaysPlot, type Figure, Legend, series } from './days-plot.tsx';
import { formatCount, formatLongDay } from './numbers.ts';

interface ChartProps {
  days: readonly Day[] | undefined;
  range: DayRange;
  onRange: (range: DayRange) => void;
}

const { chart: texts } = dashboardTexts;

/** Views and downloads of each day, as a drawing, and as a table for screen readers. */
export function Chart({ days, range, onRange }: ChartProps) {
  const id = useId();
  const sumOf = (figure: Figure) =>
    days && formatCount(days.reduce((sum, day) => sum + day[figure], 0));
  return (
    <section className="panel chart" aria-labelledby={id}>
      <header className="panel-header">
        <div>
          <h2 id={id}>{texts.title}</h2>
          <p>{texts.subtitle}</p>
        </div>
        <RangeSwitch range={range} onRange={onRange} />
      </header>
      <Legend
        className="chart-legend"
        show={(figure) => sumOf(figure) ?? <span className="pending" />}
      />
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
          <span>{texts.range(days)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The chart as a table for screen readers. */
function DaysTable({ days }: { days: readonly Day[] }) {
  return (
    <div className="unseen">
      <table>
        <caption>{`${texts.title}. ${texts.subtitle}.`}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            {series.map(({ figure, name }) => (
              <th key={figure} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatLongDay(day.day)}</th>
              {series.map(({ figure }) => (
                <td key={figure}>{formatCount(day[figure])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
