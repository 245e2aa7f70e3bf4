import { type CSSProperties, type PointerEvent, useEffect, useRef } from 'react';
import { DAY_MS, DAYS_OF_WEEK } from '../../../../contract/durations.ts';
import { labelledDays, roundScale } from './chart-scale.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatCount, formatDay, formatShortCount, formatWeekday, speakDay } from './numbers.ts';

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
  /** What a bar is. */
  label: string;
  /** The index of the day whose figures are shown. */
  chosen: number | undefined;
  onChoose: (index: number | undefined) => void;
  /** What happened, by day. */
  sentences: ReadonlyMap<string, ReadonlySet<string>>;
}

const { chart: texts } = dashboardTexts;
const LABELS = 7;

/**
 * One bar for each day, with the second figure inside it to show its share, and a sign below a day on which something
 * happened. A day is chosen with the mouse, a finger or the arrow keys.
 */
export function DaysPlot<Figure extends string>(props: PlotProps<Figure>) {
  const { days, series, isRunning, label, chosen, onChoose, sentences } = props;
  const plot = useRef<HTMLDivElement>(null);
  // A tapped day stays chosen until the next press outside the panel, where a note can be written about the day.
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!plot.current?.closest('section')?.contains(target as Node)) onChoose(undefined);
    };
    addEventListener('pointerdown', leave);
    return () => removeEventListener('pointerdown', leave);
  }, [onChoose]);
  const scale = roundScale(
    Math.max(0, ...days.flatMap((day) => series.map(({ figure }) => day[figure]))),
  );
  const top = scale.at(-1) || 1;
  const last = days.length - 1;
  const isNow = (index: number) => isRunning && index === last;
  const spoken = days[chosen ?? last];
  const before = weekBefore(days, isRunning, chosen ?? last);

  function point(event: PointerEvent<HTMLElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * days.length);
    onChoose(Math.min(Math.max(index, 0), last));
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
        ref={plot}
        onPointerDown={point}
        onPointerMove={point}
        // Only for the mouse. A tap also ends with pointerleave, but after a tap the day must stay chosen.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onChoose(undefined)}
      >
        {days.map((day, index) => (
          <div
            key={day.day}
            className={isNow(index) ? 'plot-day plot-today' : 'plot-day'}
            data-chosen={index === chosen || undefined}
            data-marked={sentences.has(day.day) || undefined}
          >
            {series.map(({ figure, mark }) => (
              <div key={mark} className={`plot-bar ${mark}`} style={heightOf(day[figure], top)} />
            ))}
          </div>
        ))}
        {spoken && (
          <input
            type="range"
            aria-label={label}
            aria-valuetext={sentenceOf(series, spoken, isNow(chosen ?? last), before, sentences)}
            max={last}
            value={chosen ?? last}
            onChange={(event) => onChoose(Number(event.target.value))}
            onFocus={() => onChoose(last)}
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

function sentenceOf<Figure extends string>(
  series: readonly Series<Figure>[],
  day: Day<Figure>,
  isNow: boolean,
  before: Day<Figure> | undefined,
  sentences: PlotProps<Figure>['sentences'],
): string {
  const figures = series.map(({ figure, name }) => {
    const count = `${name} ${formatCount(day[figure])}`;
    return before ? `${count} (${textOfBefore(before, figure)})` : count;
  });
  const counts = `${nameOf(day, isNow, speakDay)}: ${figures.join(', ')}`;
  return [counts, ...(sentences.get(day.day) ?? [])].join('. ');
}

/** @returns the same day of the week before, if the chart has it, and the day at the index has ended */
export function weekBefore<Figure extends string>(
  days: readonly Day<Figure>[],
  isRunning: boolean,
  index: number,
): Day<Figure> | undefined {
  if (isRunning && index === days.length - 1) return undefined;
  const time = Date.parse(days[index]?.day ?? '') - DAYS_OF_WEEK * DAY_MS;
  return days.find(({ day }) => Date.parse(day) === time);
}

export function textOfBefore<Figure extends string>(day: Day<Figure>, figure: Figure): string {
  return texts.before(formatWeekday(day.day), formatCount(day[figure]));
}

/** @param isNow whether the day or hour has not ended */
export function nameOf(
  { day }: { day: string },
  isNow: boolean,
  format: (day: string) => string,
): string {
  const soFar = day.includes('T') ? texts.thisHour : texts.today;
  return format(day) + (isNow ? `, ${soFar}` : '');
}

function heightOf(value: number, top: number): CSSProperties {
  return { '--height': value / top } as CSSProperties;
}
