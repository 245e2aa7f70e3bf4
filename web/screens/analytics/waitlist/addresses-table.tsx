import type { ResponseOf } from '../../../../contract/calls.ts';
import { phoneNames } from '../../../../contract/phones.ts';
import { moveBack, removeAddress } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, ActPlace } from '../parts/act-button.tsx';
import { formatCount, formatMoment } from '../parts/numbers.ts';
import { Table } from '../parts/table.tsx';
import { type Act, type Acts, useActs } from '../parts/use-acts.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { people: texts, columns } = waitlistTexts;
type ListedAddress = ResponseOf<'listAddresses'>['rows'][number];

interface TableProps {
  rows: readonly ListedAddress[];
  /** Whether other rows are requested. */
  isBehind: boolean;
  panel: Acts;
  /** Called when a person was set back. */
  onMoved(): void;
  onRemoved(email: string): void;
}

export function AddressesTable({ rows, isBehind, ...ofRow }: TableProps) {
  return (
    <Table
      caption={texts.title}
      isBehind={isBehind}
      head={[
        ...Object.values(columns),
        <th key="acts" scope="col">
          <span className="unseen">{texts.remove}</span>
        </th>,
      ]}
    >
      {rows.map((row) => (
        <AddressRow key={row.email} row={row} {...ofRow} />
      ))}
    </Table>
  );
}

type RowProps = Omit<TableProps, 'rows' | 'isBehind'> & { row: ListedAddress };

/** A person, and below the row the question about the person. */
function AddressRow({ row, panel, onMoved, onRemoved }: RowProps) {
  const { email, place, joinedAt, confirmedAt, invitedBy, friends, state, wave, phone } = row;
  const at = email.lastIndexOf('@');
  const acts = useActs(panel);
  const back: Act<ResponseOf<'moveBack'>> = {
    ...{ id: 'back', name: texts.backNow(email), question: texts.sureBack(email) },
    call: () => callApi(moveBack, { email }),
    show({ moved }) {
      onMoved();
      return moved ? texts.movedBack(email) : texts.waitedAlready(email);
    },
    lost: texts.backUnanswered(email),
  };
  const remove: Act<ResponseOf<'removeAddress'>> = {
    ...{ id: 'remove', name: texts.removeNow(email), question: texts.sure(email) },
    call: () => callApi(removeAddress, { email }),
    show({ removed }) {
      onRemoved(email);
      return removed ? texts.removed(email) : texts.wasGone(email);
    },
    lost: texts.unanswered(email),
  };
  return (
    <>
      <tr>
        <th scope="row">
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
            <ActButton acts={acts} act={back} text={texts.back} label={texts.backOne(email)} />
          )}{' '}
          <ActButton acts={acts} act={remove} text={texts.remove} label={texts.removeOne(email)} />
        </td>
      </tr>
      {acts.open && (
        <tr className="act-row">
          <td colSpan={Object.keys(columns).length + 1}>
            <ActPlace acts={acts} of={[state !== 'waiting' && back, remove]} />
          </td>
        </tr>
      )}
    </>
  );
}
