import { Fragment, type ReactNode } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { phoneNames } from '../../../../contract/phones.ts';
import type { Asked } from './confirmation.tsx';
import { formatCount, formatMoment } from './numbers.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { people: texts, columns } = waitlistTexts;
type ListedAddress = ResponseOf<'listAddresses'>['rows'][number];

interface TableProps {
  rows: readonly ListedAddress[];
  /** Whether other rows are requested. */
  isBehind: boolean;
  onAsk: (asked: Asked) => void;
  /** Below the row of its address are the children. */
  asked: Asked | undefined;
  children: ReactNode;
}

export function AddressesTable({ rows, isBehind, onAsk, asked, children }: TableProps) {
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
              <AddressRow row={row} onAsk={onAsk} />
              {row.email === asked?.email && (
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

function AddressRow({ row, onAsk }: { row: ListedAddress } & Pick<TableProps, 'onAsk'>) {
  const { email, place, joinedAt, confirmedAt, invitedBy, friends, state, wave, phone } = row;
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
      <td>{texts.states[state](wave === null ? '' : formatCount(wave))}</td>
      <td>{phone ? phoneNames[phone] : texts.none}</td>
      <td>{formatMoment(joinedAt)}</td>
      <td>{confirmedAt === null ? texts.none : formatMoment(confirmedAt)}</td>
      <td translate="no">
        <bdi>{invitedBy ?? texts.none}</bdi>
      </td>
      <td>{formatCount(friends)}</td>
      <td>
        {state !== 'waiting' && (
          <button
            className="key"
            type="button"
            aria-label={texts.backOne(email)}
            onClick={({ currentTarget }) => onAsk({ act: 'back', email, button: currentTarget })}
          >
            {texts.back}
          </button>
        )}{' '}
        <button
          className="key"
          type="button"
          aria-label={texts.removeOne(email)}
          onClick={({ currentTarget }) => onAsk({ act: 'remove', email, button: currentTarget })}
        >
          {texts.remove}
        </button>
      </td>
    </tr>
  );
}
