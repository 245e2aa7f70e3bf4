import type { CSSProperties } from 'react';
import { type SortField, sortFields } from '../../../../contract/analytics.ts';
import type { UserStats } from '../../../../contract/schemas/analytics.ts';
import { SortIcon } from './dashboard-icons.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatCount, formatRate } from './numbers.ts';
import type { ChangeView } from './use-view.ts';
import { naturalOrder, type View } from './view-in-address.ts';

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
    <div className="table-box">
      <table className="performers-table" aria-busy={isBehind}>
        <caption className="unseen">{texts.title}</caption>
        <thead>
          <tr>
            {sortFields.map((field) => (
              <ColumnHead key={field} field={field} view={view} changeView={changeView} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.userId}>
              <th className="table-start" scope="row">
                <span className="username" title={row.username}>
                  <bdi>{row.username}</bdi>
                </span>
              </th>
              <td>{formatCount(row.pageViews)}</td>
              <td>{formatCount(row.downloads)}</td>
              <RateCell rate={row.webConversionRate} of={row.pageViews} />
              <td>{formatCount(row.appInvitesSent)}</td>
              <td>{formatCount(row.acceptedInvites)}</td>
              <RateCell rate={row.inviteAcceptanceRate} of={row.appInvitesSent} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnHead(props: Pick<TableProps, 'view' | 'changeView'> & { field: SortField }) {
  const { field, view, changeView } = props;
  const order = view.sort === field ? view.order : undefined;
  const opposite = order === 'asc' ? 'desc' : 'asc';
  const next = { sort: field, order: order ? opposite : naturalOrder(field) };
  return (
    <th
      className={field === sortFields[0] ? 'column-head table-start' : 'column-head'}
      scope="col"
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
    >
      <button className="sort-key" type="button" onClick={() => changeView(next)}>
        {texts.columns[field]}
        <SortIcon order={order ?? naturalOrder(field)} isChosen={order !== undefined} />
      </button>
    </th>
  );
}

/** With fewer views or invites than this, a rate says little, and is grey. */
const FEW = 30;

/**
 * A rate, as a share of views or invites; a dash if there are none. The bar shows the same rate, so that rows are
 * easy to compare.
 */
function RateCell({ rate, of }: { rate: number; of: number }) {
  if (of === 0) return <td className="rate-of-none">{formatRate(rate, of)}</td>;
  return (
    <td className={of < FEW ? 'rate-of-few' : undefined}>
      <span className="rate-bar" style={{ '--share': rate / 100 } as CSSProperties} />
      <span className="rate">{formatRate(rate, of)}</span>
    </td>
  );
}
