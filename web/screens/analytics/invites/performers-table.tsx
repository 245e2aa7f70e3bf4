import type { CSSProperties } from 'react';
import { type InviterColumn, inviterColumns } from '../../../../contract/analytics.ts';
import type { UserStats } from '../../../../contract/schemas/analytics.ts';
import { SortIcon } from '../parts/dashboard-icons.tsx';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatRate, NO_RATE } from '../parts/numbers.ts';
import { Table } from '../parts/table.tsx';
import { type ChangeView, naturalOrder, type View } from '../parts/view-in-address.ts';
import { ViewLink } from '../parts/view-link.tsx';

const { table: texts } = dashboardTexts;

interface TableProps {
  rows: readonly UserStats[];
  view: View;
  /** Whether the rows still belong to an earlier view, because the answer for the current view has not arrived. */
  isBehind: boolean;
  changeView: ChangeView;
}

export function PerformersTable({ rows, view, isBehind, changeView }: TableProps) {
  return (
    <Table
      caption={texts.title}
      isBehind={isBehind}
      hasTwoLines
      head={inviterColumns.map((column) => (
        <ColumnHead key={column.field} column={column} view={view} changeView={changeView} />
      ))}
    >
      {rows.map((row) => (
        <tr key={row.userId}>
          {inviterColumns.map((column) => (
            <Cell key={column.field} {...{ column, row, view, changeView }} />
          ))}
        </tr>
      ))}
    </Table>
  );
}

function ColumnHead(props: Pick<TableProps, 'view' | 'changeView'> & { column: InviterColumn }) {
  const { column, view, changeView } = props;
  const { field, title } = column;
  const order = view.sort === field ? view.order : undefined;
  const opposite = order === 'asc' ? 'desc' : 'asc';
  const next = { sort: field, order: order ? opposite : naturalOrder(field) };
  return (
    <th scope="col" aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}>
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
  if (column.field === 'username') {
    return (
      <th scope="row">
        <span className="username" translate="no" title={row.username}>
          <ViewLink {...{ view, changeView }} change={{ inviter: row.userId }}>
            <bdi>{row.username}</bdi>
          </ViewLink>
        </span>
      </th>
    );
  }
  if ('of' in column)
    return <RateCell rate={row[column.field]} of={row[column.of]} range={view.range} />;
  return <td>{formatCount(row[column.field])}</td>;
}

/** A rate of fewer views or invites than this is grey, because it says little. */
const FEW = 30;

/**
 * A rate, as a share of views or invites, or a dash. The bar shows the same rate, so that rows are
 * easy to compare.
 */
function RateCell({ rate, of, range }: { rate: number; of: number; range: string }) {
  const text = formatRate(rate, of, range);
  if (text === NO_RATE) return <td className="rate-of-few">{text}</td>;
  return (
    <td className={of < FEW ? 'rate-of-few' : undefined}>
      <span className="rate-bar" style={{ '--share': rate / 100 } as CSSProperties} />
      <span className="rate">{text}</span>
    </td>
  );
}
