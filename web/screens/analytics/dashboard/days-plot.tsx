import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react';
import { labelledDays, roundScale } from './chart-scale.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatCount, formatDay, formatLongDay, formatShortCount } from './numbers.ts';

/** The counts of one day (UTC). */
export type Day<Figure extends string> = { readonly day: string } & {
  readonly [Name in Figure]: number;
};
/** A figure that the chart, its legend and its table show. The second one is drawn in front of the first. */
export interface Series<Figure> {
  readonly figure: Figure;
  readonly name: string;
  readonly mark: 'mark-whole' | 'mark-part';
}
interface PlotProps<Figure extends string> {
  days: readonly Day<Figure>[];
  series: readonly Series<Figure>[];
  /** Whether the last day has not ended. */
  isRunning: boolean;
}

const { chart: texts } = dashboardTexts;
const LABELS = 6;

/**
 * One bar for each day, with the second figure inside it to show its share. A day is selected with the mouse, a finger
 * or the arrow keys.
 */
export function DaysPlot<Figure extends string>({ days, series, isRunning }: PlotProps<Figure>) {
  const [pointed, setChosen] = useState<number>();
  const scale = roundScale(
    Math.max(0, ...days.flatMap((day) => series.map(({ figure }) => day[figure]))),
  );
  const top = scale.at(-1) || 1;
  const last = days.length - 1;
  const isNow = (index: number) => isRunning && index === last;
  // Another range may have fewer days, and none before they have loaded.
  const shown = days[pointed ?? -1];
  const chosen = shown && pointed;

  function point(event: PointerEvent<HTMLElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * days.length);
    setChosen(Math.min(Math.max(index, 0), last));
  }

  return (
    <div className="plot" style={{ '--days': days.length } as CSSProperties}>
      <ol className="plot-scale" aria-hidden="true">
        {scale.map((value) => (
          <li key={value} style={heightOf(value, top)}>
            {formatShortCount(value)}
          </li>
        ))}
      </ol>
      <div
        className="plot-days"
        onPointerDown={point}
        onPointerMove={point}
        // Only for the mouse. A tap also ends with pointerleave, but after a tap the card must stay.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(undefined)}
      >
        {days.map((day, index) => (
          <div
            key={day.day}
            className={isNow(index) ? 'plot-day plot-today' : 'plot-day'}
            data-chosen={index === chosen || undefined}
          >
            {series.map(({ figure, mark }) => (
              <div key={mark} className={`plot-bar ${mark}`} style={heightOf(day[figure], top)} />
            ))}
          </div>
        ))}
        {days.length > 0 && (
          <input
            type="range"
            aria-label={texts.day}
            aria-valuetext={sentenceOf(series, days[chosen ?? last], isNow(chosen ?? last))}
            max={last}
            value={chosen ?? last}
            onChange={(event) => setChosen(Number(event.target.value))}
            onFocus={() => setChosen(last)}
            onBlur={() => setChosen(undefined)}
          />
        )}
        {shown && chosen !== undefined && (
          <DayCard
            series={series}
            day={shown}
            isToday={isNow(chosen)}
            at={(chosen + 0.5) / days.length}
          />
        )}
      </div>
      {days.length > 0 && scale.length === 1 && <p className="plot-empty">{texts.empty}</p>}
      <ol className="plot-labels" aria-hidden="true">
        {labelledDays(days.length, LABELS).map((index) => (
          <li key={index} style={{ '--at': (index + 0.5) / days.length } as CSSProperties}>
            {formatDay(days[index]?.day ?? '')}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The closer the day is to an edge, the more its card is shifted inwards, so that the card stays within the plot. */
function DayCard<Figure extends string>(
  props: Pick<PlotProps<Figure>, 'series'> & { day: Day<Figure>; isToday: boolean; at: number },
) {
  const { series, day, isToday, at } = props;
  return (
    <div className="day-card" aria-hidden="true" style={{ '--at': at } as CSSProperties}>
      <p>{nameOf(day, isToday)}</p>
      <Legend series={series} show={(figure) => formatCount(day[figure])} />
    </div>
  );
}

export function Legend<Figure extends string>(
  props: Pick<PlotProps<Figure>, 'series'> & {
    className?: string;
    show: (figure: Figure) => ReactNode;
  },
) {
  return (
    <dl className={props.className}>
      {props.series.map(({ figure, name, mark }) => (
        <div key={mark} className={`legend-entry ${mark}`}>
          <dt>{name}</dt>
          <dd>{props.show(figure)}</dd>
        </div>
      ))}
    </dl>
  );
}

function sentenceOf<Figure extends string>(
  series: readonly Series<Figure>[],
  day: Day<Figure> | undefined,
  isToday: boolean,
): string {
  if (!day) return '';
  const figures = series.map(({ figure, name }) => `${name} ${formatCount(day[figure])}`);
  return `${nameOf(day, isToday)}: ${figures.join(', ')}`;
}

function nameOf({ day }: { day: string }, isToday: boolean): string {
  const soFar = day.includes('T') ? texts.thisHour : texts.today;
  return formatLongDay(day) + (isToday ? `, ${soFar}` : '');
}

function heightOf(value: number, top: number): CSSProperties {
  return { '--height': value / top } as CSSProperties;
}
