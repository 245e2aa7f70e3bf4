import { Chart } from '../parts/chart.tsx';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import type { Range } from '../parts/range-choice.tsx';
import { Marks, sentencesByDay } from './marks.tsx';
import type { Figures } from './use-figures.ts';

const { cards, chart } = dashboardTexts;

type DaysChartProps = Pick<Figures, 'marks' | 'mayWriteNotes'> & {
  range: Pick<Range, 'from' | 'to' | 'isRunning'> | undefined;
  days: readonly { day: string; pageViews: number; downloads: number }[] | undefined;
};

/** The days of all inviters, or of one, and what happened on them. */
export function DaysChart({ days, marks, mayWriteNotes, range }: DaysChartProps) {
  const isHours = range && range.from === range.to;
  return (
    <Chart
      title={chart.title}
      subtitle={days && !range ? chart.recent : isHours ? chart.hours : chart.subtitle}
      names={[cards.totalViews, cards.totalDownloads]}
      days={days?.map(({ day, pageViews, downloads }) => ({ day, counts: [pageViews, downloads] }))}
      sentences={sentencesByDay(marks)}
      isRunning={range?.isRunning ?? true}
    >
      {(chosen) => (
        <Marks marks={marks} chosen={chosen} days={days ?? []} mayWrite={mayWriteNotes} />
      )}
    </Chart>
  );
}
