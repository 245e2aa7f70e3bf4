import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { labelledDays, roundScale } from './chart-scale.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatCount, formatDay, formatLongDay, formatShortCount } from './numbers.ts';
import { Panel } from './panel.tsx';

/** A day such as 2025-06-14 (UTC), or an hour. */
interface Day {
  readonly day: string;
  /** Of each figure. The second one is drawn in front of the first. */
  readonly counts: readonly number[];
}

interface ChartProps {
  title: string;
  subtitle: string;
  /** The names of the two figures. */
  names: readonly string[];
  days: readonly Day[] | undefined;
  /** Whether the last day has not ended. */
  isRunning?: boolean;
  /** What happened, by day. */
  sentences?: Sentences;
  /** @param day what is chosen */
  children?: (day: string | undefined) => ReactNode;
}
type Sentences = ReadonlyMap<string, ReadonlySet<string>>;

const { chart: texts, marks: marksTexts } = dashboardTexts;
const marks = ['mark-whole', 'mark-part'];
const LABELS = 7;
const none: Sentences = new Map();

/** The figures of each day, as a drawing whose days are chosen, and then read to screen readers. */
export function Chart(props: ChartProps) {
  const { title, subtitle, names, days = [], isRunning = true, sentences = none } = props;
  const [pointed, setPointed] = useState<number>();
  // Another range may have fewer days, and none before they have loaded.
  const shown = days[pointed ?? -1];
  const chosen = shown && pointed;
  const all = names.map((_, n) => days.reduce((sum, { counts }) => sum + (counts[n] ?? 0), 0));
  const counts = shown?.counts ?? (props.days && all);
  const [label, allText] = days[0]?.day.includes('T')
    ? [texts.hour, texts.allHours]
    : [texts.day, texts.allDays];
  return (
    <Panel
      title={title}
      notes={[subtitle]}
      className="chart"
      section={{
        // A press on a bar also takes the focus away, and gives it to nothing.
        onBlur: ({ currentTarget, relatedTarget }) =>
          relatedTarget && !currentTarget.contains(relatedTarget) && setPointed(undefined),
      }}
    >
      <div className="reading">
        <p className={sentences.size > 0 ? 'reading-day reading-marks' : 'reading-day'}>
          <strong>
            {shown ? nameOf(shown, isRunning && chosen === days.length - 1) : allText}
          </strong>{' '}
          {shown
            ? [...(sentences.get(shown.day) ?? [])].map((one) => <bdi key={one}>{one}</bdi>)
            : sentences.size > 0 && <span>{marksTexts.sign}</span>}
        </p>
        <dl className="legend">
          {names.map((name, n) => (
            <div key={name} className={`legend-entry ${marks[n]}`}>
              <dt>{name}</dt>
              <dd>{counts ? formatCount(counts[n] ?? 0) : <span className="pending" />}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Plot
        label={label}
        days={days}
        names={names}
        isRunning={isRunning}
        chosen={chosen}
        sentences={sentences}
        onChoose={setPointed}
      />
      {props.children?.(shown?.day)}
    </Panel>
  );
}

interface PlotProps {
  /** What a bar is. */
  label: string;
  days: readonly Day[];
  names: readonly string[];
  isRunning: boolean;
  /** The index of the day whose figures are shown. */
  chosen: number | undefined;
  onChoose: (index: number | undefined) => void;
  sentences: Sentences;
}

/**
 * One bar for each day, with the second figure inside it to show its share, and a sign below a day on which something
 * happened. A day is chosen with the mouse, a finger or the arrow keys.
 */
function Plot({ label, days, names, isRunning, chosen, onChoose, sentences }: PlotProps) {
  const plot = useRef<HTMLDivElement>(null);
  // A tapped day stays chosen until the next press outside the panel, where a note can be written about the day.
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!plot.current?.closest('section')?.contains(target as Node)) onChoose(undefined);
    };
    addEventListener('pointerdown', leave);
    return () => removeEventListener('pointerdown', leave);
  }, [onChoose]);
  const scale = roundScale(Math.max(0, ...days.flatMap(({ counts }) => counts)));
  const heightOf = (value = 0) => ({ '--height': value / (scale.at(-1) || 1) }) as CSSProperties;
  const last = days.length - 1;
  const spoken = days[chosen ?? last];

  function point(event: PointerEvent<HTMLElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * days.length);
    onChoose(Math.min(Math.max(index, 0), last));
  }

  function speak(day: Day): string {
    const index = days.indexOf(day);
    const counts = names.map((name, n) => `${name} ${formatCount(day.counts[n] ?? 0)}`);
    const figures = `${nameOf(day, isRunning && index === last)}: ${counts.join(', ')}`;
    return [figures, ...(sentences.get(day.day) ?? [])].join('. ');
  }

  return (
    <div className="plot" style={{ '--days': days.length } as CSSProperties}>
      <ol className="plot-scale" aria-hidden="true">
        {scale.map((value) => (
          <li key={value} style={heightOf(value)}>
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
        {days.map(({ day, counts }, index) => (
          <div
            key={day}
            className={isRunning && index === last ? 'plot-day plot-today' : 'plot-day'}
            data-chosen={index === chosen || undefined}
            data-marked={sentences.has(day) || undefined}
          >
            {marks.map((mark, n) => (
              <div key={mark} className={`plot-bar ${mark}`} style={heightOf(counts[n])} />
            ))}
          </div>
        ))}
        {spoken && (
          <input
            type="range"
            aria-label={label}
            aria-valuetext={speak(spoken)}
            max={last}
            value={chosen ?? last}
            onChange={(event) => onChoose(Number(event.target.value))}
            onFocus={() => onChoose(last)}
          />
        )}
      </div>
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

/** @param isNow whether the day or hour has not ended */
function nameOf({ day }: Day, isNow: boolean): string {
  return formatLongDay(day) + (isNow ? `, ${texts.soFar}` : '');
}
