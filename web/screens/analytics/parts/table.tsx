import type { ReactNode } from 'react';
import type { SortOrder } from '../../../../contract/analytics.ts';
import { dashboardTexts } from './dashboard-texts.ts';

const { table: texts } = dashboardTexts;

export interface Column<Row> {
  title: string;
  /** By default the title. */
  head?: ReactNode;
  /** Whether the rows are sorted by it, and how. */
  order?: SortOrder | undefined;
  cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  /** For screen readers. */
  caption: string;
  /** The first one is a name. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Whether other rows are requested. */
  isBehind?: boolean;
}

/**
 * On a small screen a row has a line for the name, and below it each figure with its title, so that nothing scrolls
 * sideways. Otherwise, if it is wider than its panel, it scrolls, and a shadow shows that it goes on.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, isBehind = false } = props;
  const [name, ...others] = columns;
  return (
    <div className="table-box">
      <table className="table" aria-busy={isBehind}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, head = title, order }) => (
              <th key={title} scope="col" aria-sort={order && `${order}ending`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">
                <span className="username" translate="no">
                  {name?.cell(row)}
                </span>
              </th>
              {others.map(({ title, cell }) => (
                <td key={title} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PagerProps {
  /** Which rows are shown. Screen readers get it in a status. */
  range: string;
  isFirst: boolean;
  isLast: boolean;
  onTurn: (by: 1 | -1) => void;
}

/** Its buttons are never `disabled`: the pressed button would lose the focus on the first and the last page. */
export function Pager({ range, isFirst, isLast, onTurn }: PagerProps) {
  const keys = [
    [texts.previous, isFirst, -1],
    [texts.next, isLast, 1],
  ] as const;
  return (
    <nav className="pager" aria-label={texts.pages}>
      <p aria-hidden="true">{range}</p>
      {!(isFirst && isLast) &&
        keys.map(([name, isEnd, by]) => (
          <button
            key={name}
            className="key"
            type="button"
            aria-disabled={isEnd}
            onClick={() => isEnd || onTurn(by)}
          >
            {name}
          </button>
        ))}
    </nav>
  );
}
