import { dashboardTexts } from './dashboard-texts.ts';
import type { Day } from './days-plot.tsx';
import { formatCount, formatLongDay } from './numbers.ts';

const { chart: texts, cards } = dashboardTexts;

/** The chart as a table for screen readers. */
export function DaysTable({ days }: { days: readonly Day[] }) {
  return (
    <div className="unseen">
      <table>
        <caption>
          {texts.title}. {texts.subtitle}.
        </caption>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{cards.totalViews}</th>
            <th scope="col">{cards.totalDownloads}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, pageViews, downloads }) => (
            <tr key={day}>
              <th scope="row">{formatLongDay(day)}</th>
              <td>{formatCount(pageViews)}</td>
              <td>{formatCount(downloads)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
