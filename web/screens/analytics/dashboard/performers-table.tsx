import type { CSSProperties, MouseEvent } from 'react';
import { type InviterColumn, inviterColumns } from '../../../../contract/analytics.ts';
import type { UserStats } from '../../../../contract/schemas/analytics.ts';
import { SortIcon } from './dashboard-icons.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatCount, formatRate, NO_RATE } from './numbers.ts';
import { type ChangeView, naturalOrder, type View, writeView } from './view-in-address.ts';

const { table: texts } = dashboardTexts;

interface TableProps {
  rows: readonly UserStats[];
  view: View;
  /** Whether the rows still belong to an earlier view, because the answer for the current view has not arrived. */
  isBehind: boolean;
  changeView: ChangeView;
}

export function PerformersTable({ rows, view, isBehind, changeView }: TableProps) {
  // The server leaves out a column that the admin may not see.
  const columns = inviterColumns.filter(({ field }) =>
    rows.every((row) => row[field] !== undefined),
  );
  return (
    <div className="table-box">
      <table className="performers-table" aria-busy={isBehind}>
        <caption className="unseen">{texts.title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.field} column={column} view={view} changeView={changeView} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.userId}>
              {columns.map((column) => (
                <Cell
                  key={column.field}
                  column={column}
                  row={row}
                  view={view}
                  changeView={changeView}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnHead(props: Pick<TableProps, 'view' | 'changeView'> & { column: InviterColumn }) {
  const { column, view, changeView } = props;
  const { field, title } = column;
  const order = view.sort === field ? view.order : undefined;
  const opposite = order === 'asc' ? 'desc' : 'asc';
  const next = { sort: field, order: order ? opposite : naturalOrder(field) };
  return (
    <th
      className={field === 'username' ? 'column-head table-start' : 'column-head'}
      scope="col"
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
    >
      <button className="sort-key" type="button" onClick={() => changeView(next)}>
        <span>{title}</span>
        <SortIcon order={order ?? naturalOrder(field)} isChosen={order !== undefined} />
      </button>
    </th>
  );
}

type CellProps = Pick<TableProps, 'view' | 'changeView'> & {
  column: InviterColumn;
  row: UserStats;
};

function Cell({ column, row, view, changeView }: CellProps) {
  const { userId: inviter } = row;
  function open(event: MouseEvent): void {
    // A new tab or window opens the address.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    changeView({ inviter });
  }
  if (column.field === 'username') {
    return (
      <th className="table-start" scope="row">
        <span className="username" translate="no" title={row.username}>
          <a data-inviter={inviter} href={writeView({ ...view, inviter })} onClick={open}>
            <bdi>{row.username}</bdi>
          </a>
        </span>
      </th>
    );
  }
  if ('of' in column)
    return <RateCell rate={row[column.field]} of={row[column.of]} range={view.range} />;
  return <td>{formatCount(row[column.field] ?? 0)}</td>;
}

/** A rate of fewer views or invites than this is grey, because it says little. */
const FEW = 30;

/**
 * A rate, as a share of views or invites, or a dash. The bar shows the same rate, so that rows are
 * easy to compare.
 */
function RateCell({ rate, of, range }: { rate: number; of: number; range: string }) {
  const text = formatRate(rate, of, range);
  if (text === NO_RATE) return <td className="rate-of-none">{text}</td>;
  return (
    <td className={of < FEW ? 'rate-of-few' : undefined}>
      <span className="rate-bar" style={{ '--share': rate / 100 } as CSSProperties} />
      <span className="rate">{text}</span>
    </td>
  );
}
