import { useRef } from 'react';
import { type InviterColumn, inviterColumns } from '../../../../contract/analytics.ts';
import type { UserStats } from '../../../../contract/schemas/analytics.ts';
import { Icon, InviterLink } from '../parts/controls.tsx';
import { useDashboard, useDraft } from '../parts/dashboard-context.ts';
import { actTexts, dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatRate } from '../parts/numbers.ts';
import { Panel } from '../parts/panel.tsx';
import { nameOfRange } from '../parts/range-choice.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { type Column, Pager, Table } from '../parts/table.tsx';
import { naturalOrder, type View } from '../parts/view-in-address.ts';
import { type Figures, type Report, ROWS_PER_PAGE } from './use-figures.ts';

const { table: texts } = dashboardTexts;
const nothing: { typed?: string } = {};

/** The figures of each inviter. */
export function Performers({ report, figures }: { report: Report; figures: Figures }) {
  const { view, changeView } = useDashboard();
  const section = useRef<HTMLElement>(null);
  const [{ typed = view.search }, setDraft] = useDraft('search', nothing);
  const { shown, isBehind, csvAddress, range } = figures;
  const { userStats: rows, totalInviters } = report;
  // An answer without `matching` has all rows.
  const matching = report.matching ?? rows.length;
  const found = totalInviters ? foundText(rows.length, matching, shown) : '';

  function turn(page: number): void {
    changeView({ page });
    const isAbove = (section.current?.getBoundingClientRect().top ?? 0) < 0;
    if (isAbove) section.current?.scrollIntoView();
  }

  function find(search: string): void {
    changeView({ search });
    setDraft(() => nothing);
  }

  return (
    <Panel
      title={texts.title}
      notes={[texts.subtitle, shown.range && nameOfRange(shown.range, range)]}
      section={{ ref: section }}
      tools={
        totalInviters !== 0 && (
          <div className="tools">
            <SearchForm
              label={texts.search}
              text={typed}
              onType={(typed) => setDraft(() => ({ typed }))}
              onSearch={find}
            />
            <a className="key" href={csvAddress} download>
              <Icon of="download" />
              <span>{actTexts.download}</span>
            </a>
          </div>
        )
      }
    >
      {/* Screen readers announce a new text only in an element that was there before. */}
      <p className="unseen" role="status">
        {found}
      </p>
      {totalInviters === 0 && (
        <div className="word">
          <p>
            <strong>{shown.range ? dashboardTexts.chart.empty : texts.empty}</strong>
          </p>
          {!shown.range && <p>{texts.emptyHint}</p>}
        </div>
      )}
      {totalInviters > 0 && matching === 0 && (
        <div className="word">
          <p aria-hidden="true">{found}</p>
          <button className="key" type="button" onClick={() => find('')}>
            {texts.clearSearch}
          </button>
        </div>
      )}
      {matching > 0 && (
        <Table
          caption={texts.title}
          rows={rows}
          isBehind={isBehind}
          columns={inviterColumns.map((column) => columnOf(column, shown, changeView))}
          keyOf={({ userId }) => userId}
        />
      )}
      {report.matching !== undefined && matching > 0 && (
        <Pager
          range={found}
          isFirst={shown.page === 1}
          isLast={shown.page * ROWS_PER_PAGE >= matching}
          onTurn={(by) => turn(shown.page + by)}
        />
      )}
    </Panel>
  );
}

/** @returns which inviters are shown, and for which search, or that none matches */
function foundText(rows: number, matching: number, { page, search }: View): string {
  if (matching === 0) return texts.noMatch(search.trim());
  const before = (page - 1) * ROWS_PER_PAGE;
  const [first, last] = [formatCount(before + 1), formatCount(before + rows)];
  return texts.range(first, last, formatCount(matching), search.trim());
}

function columnOf(
  column: InviterColumn,
  { sort, order, range }: View,
  changeView: (change: Partial<View>) => void,
): Column<UserStats> {
  const { field, title } = column;
  const isChosen = sort === field;
  const opposite = order === 'asc' ? 'desc' : 'asc';
  const next = { sort: field, order: isChosen ? opposite : naturalOrder(field) };
  return {
    title,
    order: isChosen ? order : undefined,
    head: (
      <button className="sort-key" type="button" onClick={() => changeView(next)}>
        <span>{title}</span>
        <Icon
          of={isChosen ? order : naturalOrder(field)}
          className={isChosen ? 'sort-chosen' : ''}
        />
      </button>
    ),
    cell(row) {
      if (column.field === 'username') return <InviterLink {...row} />;
      const figure = row[column.field];
      if (!('of' in column)) return formatCount(figure);
      return formatRate(figure, row[column.of], range);
    },
  };
}
