import { type ReactNode, useId, useState } from 'react';
import { type DayRange, dayRanges } from '../../../../contract/analytics.ts';
import type { Mark } from '../../../../contract/schemas/marks.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { type Day, DaysPlot, nameOf, type Series, textOfBefore, weekBefore } from './days-plot.tsx';
import { sentencesByDay } from './marks.ts';
import { formatCount, formatLongDay } from './numbers.ts';
import { PanelTitle } from './panel-header.tsx';
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
  marks?: readonly Mark[];
  /** @param day what is chosen, such as 2025-06-14 */
  children?: (day: string | undefined) => ReactNode;
}

const { chart: texts, marks: marksTexts } = dashboardTexts;

const ranges = dayRanges.map((value) => ({ value, name: texts.range(value) }));

/** The figures of each day, as a drawing, and as a table for screen readers. */
export function Chart<Figure extends string>(props: ChartProps<Figure>) {
  const { title, subtitle, series, days = [], range, onRange, isRunning = true } = props;
  const [pointed, setPointed] = useState<number>();
  const id = useId();
  // Another range may have fewer days, and none before they have loaded.
  const shown = days[pointed ?? -1];
  const chosen = shown && pointed;
  const isByHour = days[0]?.day.includes('T') ?? false;
  const sentences = sentencesByDay(props.marks ?? []);
  const sumOf = (figure: Figure) =>
    props.days && formatCount(days.reduce((sum, day) => sum + day[figure], 0));
  const figureOf = (figure: Figure) => (shown ? formatCount(shown[figure]) : sumOf(figure));
  return (
    <section
      className="panel chart"
      aria-labelledby={id}
      // A press on a bar also takes the focus away, and gives it to nothing.
      onBlur={({ currentTarget, relatedTarget }) =>
        relatedTarget && !currentTarget.contains(relatedTarget) && setPointed(undefined)
      }
    >
      <header className="panel-header">
        <PanelTitle {...{ id, title, subtitle }} />
        {range && onRange && (
          <Switch legend={texts.rangeLabel} options={ranges} chosen={range} onChoose={onRange} />
        )}
      </header>
      <div className="reading">
        <p className={sentences.size > 0 ? 'reading-day reading-marks' : 'reading-day'}>
          <strong>
            {shown
              ? nameOf(shown, isRunning && chosen === days.length - 1, formatLongDay)
              : isByHour
                ? texts.allHours
                : texts.allDays}
          </strong>{' '}
          {shown
            ? [...(sentences.get(shown.day) ?? [])].map((sentence) => (
                <bdi key={sentence}>{sentence}</bdi>
              ))
            : sentences.size > 0 && <span>{marksTexts.sign}</span>}
        </p>
        <dl className="legend">
          {series.map(({ figure, name, mark }) => (
            <div key={mark} className={`legend-entry ${mark}`}>
              <dt>{name}</dt>
              <dd>{figureOf(figure) ?? <span className="pending" />}</dd>
              <DayBefore {...{ days, isRunning, chosen, figure }} />
            </div>
          ))}
        </dl>
      </div>
      <DaysPlot
        label={isByHour ? texts.hour : texts.day}
        {...{ days, series, isRunning, chosen, sentences }}
        onChoose={setPointed}
      />
      <DaysTable
        caption={`${title}. ${subtitle}.`}
        label={isByHour ? texts.hour : texts.day}
        {...{ days, series, sentences }}
      />
      {props.children?.(shown?.day)}
    </section>
  );
}

interface DayBeforeProps<Figure extends string> {
  days: readonly Day<Figure>[];
  isRunning: boolean;
  chosen: number | undefined;
  figure: Figure;
}

/** What is usual on such a day of the week. Its place is kept while nothing is chosen. */
function DayBefore<Figure extends string>(props: DayBeforeProps<Figure>) {
  const { days, isRunning, chosen = -1, figure } = props;
  const before = weekBefore(days, isRunning, chosen);
  if (!weekBefore(days, false, days.length - 1)) return null;
  return <dd className="legend-before">{before && textOfBefore(before, figure)}</dd>;
}

/** The chart as a table for screen readers. */
function DaysTable<Figure extends string>(
  props: Pick<ChartProps<Figure>, 'series'> & {
    caption: string;
    label: string;
    days: readonly Day<Figure>[];
    sentences: ReadonlyMap<string, ReadonlySet<string>>;
  },
) {
  const { caption, label, days, series, sentences } = props;
  return (
    <div className="unseen">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {series.map(({ figure, name }) => (
              <th key={figure} scope="col">
                {name}
              </th>
            ))}
            {sentences.size > 0 && <th scope="col">{marksTexts.title}</th>}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatLongDay(day.day)}</th>
              {series.map(({ figure }) => (
                <td key={figure}>{formatCount(day[figure])}</td>
              ))}
              {sentences.size > 0 && <td>{[...(sentences.get(day.day) ?? [])].join('. ')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
