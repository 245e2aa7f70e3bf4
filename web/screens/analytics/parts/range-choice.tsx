import { type FormEvent, useLayoutEffect, useRef } from 'react';
import { daysOfRange, LAST_DATE, rangeFromTo } from '../../../../contract/analytics.ts';
import { isoDay } from '../../../../contract/durations.ts';
import { Switch } from './controls.tsx';
import { type DashboardParts, useDashboard, useDraft } from './dashboard-context.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatDate } from './numbers.ts';
import { Field } from './panel.tsx';

const { ranges: texts } = dashboardTexts;

export type Range = NonNullable<DashboardParts['range']>;
type Days = Pick<Range, 'from' | 'to'>;

const OTHER = 'other';
const options = [...texts.names, [OTHER, texts.other], ['', dashboardTexts.allTime]] as const;

/** Which days the cards, the chart, the table and the CSV count. */
export function RangeChoice() {
  const { view, changeView, range } = useDashboard();
  const [from, to] = daysOfRange(view.range);
  function choose(value: string): void {
    const today = isoDay(Date.now());
    const { from, to } = range ?? { from: today, to: today };
    changeView({ range: value === OTHER ? rangeFromTo(from, to) : value });
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
      {from && to && <DaysForm from={from} to={to} />}
      <p className="note" role="status">
        {range && (isCorrected ? texts.corrected : texts.utc)(nameOfDays(range))}
      </p>
    </section>
  );
}

/** @param range as in the address. @param days its days, once they are known */
export function nameOfRange(range: string, days: Days | undefined): string {
  const name = options.find(([value]) => value === range)?.[1];
  return name ?? (days ? nameOfDays(days) : '');
}

function nameOfDays({ from, to }: Days): string {
  return from === to ? formatDate(from) : texts.days(formatDate(from), formatDate(to));
}

const noDays = { from: '', to: '' };

function DaysForm({ from, to }: Days) {
  const { changeView } = useDashboard();
  // React does not set the fields, because a date is empty while a part of it is being typed.
  const [draft, setDraft] = useDraft('days', noDays);
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for other days, such as those of the browser's way back
  useLayoutEffect(() => {
    for (const [name, shown] of Object.entries({ from, to })) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement;
      field.value = draft[name as keyof Days] || shown;
    }
  }, [from, to]);
  function show(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    changeView({ range: rangeFromTo(String(given.get('from')), String(given.get('to'))) });
    setDraft(() => noDays);
  }
  return (
    <form ref={form} className="keys" onSubmit={show}>
      {(['from', 'to'] as const).map((name) => (
        <Field
          key={name}
          label={texts[name]}
          name={name}
          type="date"
          required
          max={LAST_DATE}
          onChange={({ target }) => setDraft((latest) => ({ ...latest, [name]: target.value }))}
        />
      ))}
      <button className="key" type="submit">
        {texts.show}
      </button>
    </form>
  );
}
