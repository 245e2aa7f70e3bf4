import { useId, useRef } from 'react';
import type { AnalyticsResponse } from '../../../../contract/schemas/analytics.ts';
import { DownloadIcon } from '../parts/dashboard-icons.tsx';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount } from '../parts/numbers.ts';
import { Pager } from '../parts/pager.tsx';
import { nameOfRange } from '../parts/range-choice.tsx';
import { SearchField, useTypedSearch } from '../parts/search-field.tsx';
import type { ChangeView, View } from '../parts/view-in-address.ts';
import { PerformersTable } from './performers-table.tsx';
import { type Figures, ROWS_PER_PAGE } from './use-figures.ts';

const { table: texts } = dashboardTexts;

interface PerformersProps {
  userId: string;
  report: AnalyticsResponse;
  figures: Figures;
  view: View;
  changeView: ChangeView;
}

/** The figures of each inviter. */
export function Performers({ userId, report, figures, view, changeView }: PerformersProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useTypedSearch(userId, view.search, (text) =>
    changeView({ search: text }),
  );
  const { shown, isBehind, csvAddress } = figures;
  // An answer without `matching` has all rows.
  const matching = report.matching ?? report.userStats.length ?? 0;
  const found = report.totalInviters ? foundText(report.userStats.length, matching, shown) : '';

  function turn(page: number): void {
    changeView({ page });
    const isAbove = (section.current?.getBoundingClientRect().top ?? 0) < 0;
    if (isAbove) section.current?.scrollIntoView();
  }

  function clearSearch(): void {
    setTyped('');
    changeView({ search: '' });
    search.current?.focus();
  }

  return (
    <section ref={section} className="panel" aria-labelledby={id}>
      <header className="panel-header">
        <div>
          <h2 id={id}>{texts.title}</h2>
          <p>{texts.subtitle}</p>
          {shown.range && <p>{nameOfRange(shown.range, figures.range)}</p>}
        </div>
        {report.totalInviters !== 0 && (
          <div className="tools">
            <SearchField field={search} text={typed} onType={setTyped} />
            <a className="key" href={csvAddress} download>
              <DownloadIcon />
              <span>{texts.download}</span>
            </a>
          </div>
        )}
      </header>
      {/* Screen readers announce a new text only in an element that was there before. */}
      <p className="unseen" role="status">
        {found}
      </p>
      {report.totalInviters === 0 && (
        <div className="word">
          <p>
            <strong>{shown.range ? dashboardTexts.chart.empty : texts.empty}</strong>
          </p>
          {!shown.range && <p>{texts.emptyHint}</p>}
        </div>
      )}
      {report.totalInviters > 0 && matching === 0 && (
        <div className="word">
          <p aria-hidden="true">{found}</p>
          <button className="key" type="button" onClick={clearSearch}>
            {texts.clearSearch}
          </button>
        </div>
      )}
      {matching > 0 && (
        <>
          <PerformersTable
            rows={report.userStats}
            view={shown}
            isBehind={isBehind}
            changeView={changeView}
          />
          {report.matching !== undefined && (
            <Pager
              range={found}
              isFirst={shown.page === 1}
              isLast={shown.page * ROWS_PER_PAGE >= matching}
              onPrevious={() => turn(shown.page - 1)}
              onNext={() => turn(shown.page + 1)}
            />
          )}
        </>
      )}
    </section>
  );
}

/** @returns which inviters are shown, and for which search, or that none matches */
function foundText(rows: number, matching: number, { page, search }: View): string {
  if (matching === 0) return texts.noMatch(search.trim());
  const before = (page - 1) * ROWS_PER_PAGE;
  const [first, last] = [formatCount(before + 1), formatCount(before + rows)];
  return texts.range(first, last, formatCount(matching), search.trim());
}
