import { dashboardTexts } from './dashboard-texts.ts';
import { type Day, series } from './days-plot.tsx';
import { formatCount, formatLongDay } from './numbers.ts';

const { chart: texts } = dashboardTexts;

/** The chart as a table for screen readers. */
export function DaysTable({ days }: { days: readonly Day[] }) {
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
