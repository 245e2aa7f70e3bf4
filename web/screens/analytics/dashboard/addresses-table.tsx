import { Fragment, type ReactNode } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { formatCount, formatMoment } from './numbers.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { people: texts, columns } = waitlistTexts;
type Row = ResponseOf<'listAddresses'>['rows'][number];

interface TableProps {
  rows: readonly Row[];
  /** Whether other rows are requested. */
  isBehind: boolean;
  onRemove: (email: string, button: HTMLButtonElement) => void;
  /** The address below whose row the children are; empty if they are not shown. */
  removing: string;
  children: ReactNode;
}

export function AddressesTable({ rows, isBehind, onRemove, removing, children }: TableProps) {
  return (
    <div className="table-box">
      <table className="performers-table" aria-busy={isBehind}>
        <caption className="unseen">{texts.title}</caption>
        <thead>
          <tr>
            {Object.entries(columns).map(([column, title]) => (
              <th key={column} className={column === 'email' ? 'table-start' : ''} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">{texts.remove}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.email}>
              <AddressRow row={row} onRemove={onRemove} />
              {row.email === removing && (
                <tr className="addresses-removal">
                  <td colSpan={Object.keys(columns).length + 1}>{children}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AddressRow({ row, onRemove }: { row: Row } & Pick<TableProps, 'onRemove'>) {
  const { email, place, joinedAt, confirmedAt, invitedBy, friends } = row;
  const at = email.lastIndexOf('@');
  return (
    <tr>
      <th className="table-start" scope="row">
        <span className="username" translate="no">
          <bdi>
            {email.slice(0, at)}
            <wbr />
            {email.slice(at)}
          </bdi>
        </span>
      </th>
      <td>{place === null ? texts.none : formatCount(place)}</td>
      <td>{formatMoment(joinedAt)}</td>
      <td>{confirmedAt === null ? texts.none : formatMoment(confirmedAt)}</td>
      <td translate="no">
        <bdi>{invitedBy ?? texts.none}</bdi>
      </td>
      <td>{formatCount(friends)}</td>
      <td>
        <button
          className="key"
          type="button"
          aria-label={texts.removeOne(email)}
          onClick={(event) => onRemove(email, event.currentTarget)}
        >
          {texts.remove}
        </button>
      </td>
    </tr>
  );
}
