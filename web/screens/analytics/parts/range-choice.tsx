import { type FormEvent, useId, useLayoutEffect, useRef } from 'react';
import { dayRange, dayRangeOf, LAST_DATE, MIN_COMPARED } from '../../../../contract/analytics.ts';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { isoDay } from '../../../../contract/durations.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatDate, formatHour } from './numbers.ts';
import { Switch } from './switch.tsx';
import { useDraft } from './use-draft.ts';
import type { ChangeView, View } from './view-in-address.ts';

const { ranges: texts } = dashboardTexts;

type Range = ResponseOf<'getAnalyticsDays'>['range'];
type Days = Pick<NonNullable<Range>, 'from' | 'to'>;

interface RangeChoiceProps {
  userId: string;
  view: View;
  changeView: ChangeView;
  range: Range;
  /** The server's day, once it is known. That of the browser may be another one. */
  today: string | undefined;
}

const OTHER = 'other';
const ALL_TIME = { value: '', name: dashboardTexts.allTime };
const names = [...texts.names].map(([value, name]) => ({ value, name }));

/** Which days the cards, the chart, the table and the CSV count. */
export function RangeChoice(props: RangeChoiceProps) {
  const { userId, view, changeView, range, today = isoDay(Date.now()) } = props;
  const [from, to] = dayRangeOf(view.range);
  const options = [...names, { value: OTHER, name: texts.other }, ALL_TIME];
  function choose(value: string): void {
    const days = range ?? { from: today, to: today };
    changeView({ range: value === OTHER ? dayRange(days.from, days.to) : value });
  }
  const isCorrected = from && range && (from !== range.from || to !== range.to);
  return (
    <section className="range-choice" aria-label={texts.label}>
      <Switch
        legend={texts.label}
        options={options}
        chosen={from ? OTHER : view.range}
        onChoose={choose}
      />
      {from && to && <DaysForm {...{ userId, from, to, changeView }} />}
      <p className="note" role="status">
        {range &&
          (isCorrected ? texts.corrected(nameOfDays(range)) : describe(range, view.inviter === ''))}
      </p>
    </section>
  );
}

/** @param range as in the address. @param days its days, once they are known */
export function nameOfRange(range: string, days: Days | undefined): string {
  if (range === '') return dashboardTexts.allTime;
  const name = texts.names.find(([value]) => value === range)?.[1];
  return name ?? (days ? nameOfDays(days) : '');
}

function nameOfDays({ from, to }: Days): string {
  return from === to ? formatDate(from) : texts.days(formatDate(from), formatDate(to));
}

function describe(range: NonNullable<Range>, areCompared: boolean): string {
  const { to, isRunning, hours, comparisons } = range;
  const days = texts.utc(nameOfDays(range));
  const hasChange = comparisons.some(({ before }) => before.pageViews >= MIN_COMPARED);
  const isPartial = areCompared && isRunning && hours > 0 && hasChange;
  return isPartial ? `${days} ${texts.until(formatHour(`${to}T${twoDigits(hours)}:00Z`))}` : days;
}

interface DaysFormProps {
  userId: string;
  from: string;
  to: string;
  changeView: ChangeView;
}

const noDays = { from: '', to: '' };

function DaysForm({ userId, from, to, changeView }: DaysFormProps) {
  const id = useId();
  // React does not set the fields, because a date is empty while a part of it is being typed.
  const [draft, setDraft] = useDraft(userId, 'days', noDays);
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for other days, such as those of the browser's way back
  useLayoutEffect(() => {
    for (const [name, shown] of Object.entries({ from, to })) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement;
      field.value = draft[name as 'from' | 'to'] || shown;
    }
  }, [from, to]);
  function show(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    changeView({ range: dayRange(String(given.get('from')), String(given.get('to'))) });
    setDraft(() => noDays);
  }
  return (
    <form ref={form} className="keys" onSubmit={show}>
      {(['from', 'to'] as const).map((name) => (
        <span key={name}>
          <label htmlFor={`${id}-${name}`}>{texts[name]}</label>
          <input
            className="input"
            id={`${id}-${name}`}
            name={name}
            type="date"
            required
            max={LAST_DATE}
            onChange={({ target }) => setDraft((latest) => ({ ...latest, [name]: target.value }))}
          />
        </span>
      ))}
      <button className="key" type="submit">
        {texts.show}
      </button>
    </form>
  );
}

function twoDigits(hours: number): string {
  return String(hours).padStart(2, '0');
}
