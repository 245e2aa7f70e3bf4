import { useId } from 'react';
import { type DayRange, dayRanges } from '../../../../contract/analytics.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { type Day, DaysPlot, Legend, type Series } from './days-plot.tsx';
import { formatCount, formatLongDay } from './numbers.ts';
import { Switch } from './switch.tsx';

interface ChartProps<Figure extends string> {
  title: string;
  subtitle: string;
  series: readonly Series<Figure>[];
  days: readonly Day<Figure>[] | undefined;
  /** Without it there is no choice of days. */
  range?: DayRange;
  onRange?: (range: DayRange) => void;
  /** Whether the last day has not ended. */
  isRunning?: boolean;
}

const { chart: texts } = dashboardTexts;

const ranges = dayRanges.map((value) => ({ value, name: texts.range(value) }));

/** The figures of each day, as a drawing, and as a table for screen readers. */
export function Chart<Figure extends string>(props: ChartProps<Figure>) {
  const { title, subtitle, series, days = [], range, onRange, isRunning = true } = props;
  const id = useId();
  const sumOf = (figure: Figure) =>
    props.days && formatCount(days.reduce((sum, day) => sum + day[figure], 0));
  return (
    <section className="panel chart" aria-labelledby={id}>
      <header className="panel-header">
        <div>
          <h2 id={id}>{title}</h2>
          <p>{subtitle}</p>
        </div>
        {range && onRange && (
          <Switch legend={texts.rangeLabel} options={ranges} chosen={range} onChoose={onRange} />
        )}
      </header>
      <Legend
        series={series}
        className="chart-legend"
        show={(figure) => sumOf(figure) ?? <span className="pending" />}
      />
      <DaysPlot days={days} series={series} isRunning={isRunning} />
      <DaysTable caption={`${title}. ${subtitle}.`} days={days} series={series} />
    </section>
  );
}

/** The chart as a table for screen readers. */
function DaysTable<Figure extends string>(
  props: Pick<ChartProps<Figure>, 'series'> & {
    caption: string;
    days: readonly Day<Figure>[];
  },
) {
  const { caption, days, series } = props;
  return (
    <div className="unseen">
      <table>
        <caption>{caption}</caption>
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
