import { type FormEvent, useId } from 'react';
import { dayRange, dayRangeOf, MIN_COMPARED } from '../../../../contract/analytics.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatDate, formatHour } from './numbers.ts';
import { Switch } from './switch.tsx';
import type { Figures } from './use-figures.ts';
import type { ChangeView, View } from './view-in-address.ts';

const { ranges: texts } = dashboardTexts;

type Days = Pick<NonNullable<Figures['range']>, 'from' | 'to'>;

interface RangeChoiceProps {
  view: View;
  changeView: ChangeView;
  range: Figures['range'];
}

const OTHER = 'other';
const ALL_TIME = { value: '', name: dashboardTexts.allTime };
const names = [...texts.names].map(([value, name]) => ({ value, name }));

/** Which days the cards, the chart, the table and the CSV count. */
export function RangeChoice({ view, changeView, range }: RangeChoiceProps) {
  const [from, to] = dayRangeOf(view.range);
  const options = [...names, { value: OTHER, name: texts.other }, ALL_TIME];
  function choose(value: string): void {
    const days = range ?? { from: todayInUtc(), to: todayInUtc() };
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
      {from && to && <DaysForm from={from} to={to} changeView={changeView} />}
      <p className="range-note" role="status">
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

function describe(range: NonNullable<Figures['range']>, areCompared: boolean): string {
  const { to, isRunning, hours, comparisons } = range;
  const days = texts.utc(nameOfDays(range));
  const hasChange = comparisons.some(({ before }) => before.pageViews >= MIN_COMPARED);
  const isPartial = areCompared && isRunning && hours > 0 && hasChange;
  return isPartial ? `${days} ${texts.until(formatHour(`${to}T${twoDigits(hours)}:00Z`))}` : days;
}

function DaysForm(props: { from: string; to: string; changeView: ChangeView }) {
  const { from, to, changeView } = props;
  const id = useId();
  function show(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    changeView({ range: dayRange(String(given.get('from')), String(given.get('to'))) });
  }
  return (
    <form className="range-days" onSubmit={show}>
      <label htmlFor={`${id}-from`}>{texts.from}</label>
      <input
        className="input"
        id={`${id}-from`}
        name="from"
        type="date"
        required
        defaultValue={from}
      />
      <label htmlFor={`${id}-to`}>{texts.to}</label>
      <input className="input" id={`${id}-to`} name="to" type="date" required defaultValue={to} />
      <button className="key" type="submit">
        {texts.show}
      </button>
    </form>
  );
}

function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

function twoDigits(hours: number): string {
  return String(hours).padStart(2, '0');
}
