import { useId, useRef } from 'react';
import { DownloadIcon } from './dashboard-icons.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import { Pager, rangeOf } from './pager.tsx';
import { PerformersTable } from './performers-table.tsx';
import { SearchField } from './search-field.tsx';
import type { Figures } from './use-figures.ts';
import { useTypedSearch } from './use-typed-search.ts';
import type { ChangeView } from './use-view.ts';
import type { View } from './view-in-address.ts';

const { table: texts, loading } = dashboardTexts;

interface PerformersProps {
  figures: Figures;
  view: View;
  changeView: ChangeView;
}

/** The figures of each inviter. */
export function Performers({ figures, view, changeView }: PerformersProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useTypedSearch(view.search, (text) => changeView({ search: text }));
  const { report, shown, isBehind, csvAddress } = figures;
  // An answer without `matching` has all rows.
  const matching = report?.matching ?? report?.userStats.length ?? 0;

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
    <section ref={section} className="panel performers" aria-labelledby={id}>
      <header className="panel-header">
        <div className="performers-heading">
          <h2 id={id}>{texts.title}</h2>
          <p>{texts.subtitle}</p>
          <p>{dashboardTexts.allTime}</p>
        </div>
        {report?.totalInviters !== 0 && (
          <div className="performers-tools">
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
        {report && foundText(report, shown)}
      </p>
      {!report && <p className="performers-word">{!figures.error && loading}</p>}
      {report?.totalInviters === 0 && (
        <div className="performers-word">
          <p>
            <strong>{texts.empty}</strong>
          </p>
          <p>{texts.emptyHint}</p>
        </div>
      )}
      {report && report.totalInviters > 0 && matching === 0 && (
        <div className="performers-word">
          <p aria-hidden="true">{texts.noMatch(shown.search.trim())}</p>
          <button className="key" type="button" onClick={clearSearch}>
            {texts.clearSearch}
          </button>
        </div>
      )}
      {report && matching > 0 && (
        <>
          <PerformersTable
            rows={report.userStats}
            view={shown}
            isBehind={isBehind}
            changeView={changeView}
          />
          {report.matching !== undefined && (
            <Pager shown={shown} matching={matching} onTurn={turn} />
          )}
        </>
      )}
    </section>
  );
}

/** @returns which inviters are shown, or that none matches; without pages or inviters the empty text */
function foundText(
  { matching, totalInviters }: NonNullable<Figures['report']>,
  shown: View,
): string {
  if (matching === undefined || totalInviters === 0) return '';
  return matching === 0 ? texts.noMatch(shown.search.trim()) : rangeOf(shown, matching);
}
