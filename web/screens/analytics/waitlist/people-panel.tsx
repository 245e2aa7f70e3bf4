// Long because the list, its selections and the acts on a person share the rows that are shown.
import { useEffect, useRef, useState } from 'react';
import type { BodyOf, ResponseOf } from '../../../../contract/calls.ts';
import { phoneNames } from '../../../../contract/phones.ts';
import {
  ADDRESSES_PER_PAGE,
  type AddressOrder,
  addressOrders,
} from '../../../../contract/team-waitlist.ts';
import {
  downloadAddresses,
  listAddresses,
  moveBack,
  removeAddress,
} from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, ActPlace } from '../parts/act-button.tsx';
import { Icon, Switch } from '../parts/controls.tsx';
import { useDraft } from '../parts/dashboard-context.ts';
import { actTexts, dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatDate } from '../parts/numbers.ts';
import { LookButton, Panel } from '../parts/panel.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { type Column, Pager, Table } from '../parts/table.tsx';
import { type Act, downloadOf, useActs } from '../parts/use-acts.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { people: texts, columns } = waitlistTexts;
const { table: tableTexts, loading } = dashboardTexts;
const orders = addressOrders.map((order) => [order, texts.orders[order]] as const);

interface PanelProps {
  /** How the addresses are sorted at first. */
  usual: AddressOrder;
  /** Counts up when another panel has moved people. */
  moves: number;
  /** Called when people were removed or set back here. */
  onMoved(): void;
}

type Selection = BodyOf<'listAddresses'> & { search: string };
type Listed = ResponseOf<'listAddresses'> & { selection: Selection };
type Person = Listed['rows'][number];

const rowColumns: readonly Column<Person>[] = [
  { head: columns.email, cell: ({ email }) => <Address email={email} /> },
  { head: columns.place, cell: ({ place }) => (place === null ? texts.none : formatCount(place)) },
  { head: columns.state, cell: ({ state, wave }) => texts.states[state](wave) },
  { head: columns.phone, cell: ({ phone }) => (phone ? phoneNames[phone] : texts.none) },
  { head: columns.joinedAt, cell: ({ joinedAt }) => formatDate(joinedAt) },
  {
    head: columns.confirmedAt,
    cell: ({ confirmedAt }) => (confirmedAt === null ? texts.none : formatDate(confirmedAt)),
  },
  {
    head: columns.invitedBy,
    cell: ({ invitedBy }) => <bdi translate="no">{invitedBy ?? texts.none}</bdi>,
  },
  { head: columns.friends, cell: ({ friends }) => formatCount(friends) },
];

/** It breaks before its @. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <bdi>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}

/** The addresses, on demand: the server records each look. A search is sent with Enter, so that it is one look. */
export function PeoplePanel({ usual, moves, onMoved }: PanelProps) {
  const field = useRef<HTMLInputElement>(null);
  const [{ typed }, setDraft] = useDraft('addresses', { typed: '' });
  const setTyped = (typed: string) => setDraft(() => ({ typed }));
  const [listed, setListed] = useState<Listed>();
  const acts = useActs();
  const { said, isBusy, press } = acts;
  const current = listed?.selection ?? { search: '', order: usual, from: 0 };

  /** Counts up when the rows shown are not those of the list any more. */
  const [changes, setChanges] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after moves
  useEffect(() => {
    if (listed) acts.read(list('', current));
  }, [moves, changes]);

  /** @param name of the control that changes the selection */
  function list(name: string, change: Partial<Selection>): Act {
    const { search, order } = current;
    const selection = { search, order, from: 0, ...change };
    return {
      name,
      call: () => callApi(listAddresses, selection),
      show: (answered: Omit<Listed, 'selection'>) => void setListed({ ...answered, selection }),
    };
  }

  function turn(by: 1 | -1): void {
    const from = Math.max(0, (listed?.from ?? 0) + by * ADDRESSES_PER_PAGE);
    const after = by > 0 && listed?.last ? { after: listed.last } : {};
    press(list(by > 0 ? tableTexts.next : tableTexts.previous, { from, ...after }));
  }

  const remove = ({ email }: Person): Act<ResponseOf<'removeAddress'>> => ({
    ...{ name: texts.removeNow(email), question: texts.sure(email), row: email },
    call: () => callApi(removeAddress, { email }),
    show({ removed }) {
      setListed((before) => before && without(before, email));
      // The next or the last page follows.
      if (listed?.rows.length === 1) setChanges(changes + 1);
      onMoved();
      return removed ? texts.removed(email) : texts.wasGone(email);
    },
    lost: texts.unanswered(email),
  });

  const back = ({ email }: Person): Act<ResponseOf<'moveBack'>> => ({
    ...{ name: texts.backNow(email), question: texts.sureBack(email), row: email },
    call: () => callApi(moveBack, { email }),
    show({ moved }) {
      setChanges(changes + 1);
      onMoved();
      return moved ? texts.movedBack(email) : texts.waitedAlready(email);
    },
    lost: texts.backUnanswered(email),
  });

  const keys: Column<Person> = {
    head: <span className="unseen">{texts.remove}</span>,
    cell: (row) => (
      <span className="keys">
        {row.state !== 'waiting' && (
          <ActButton
            {...{ acts, act: back(row), text: texts.back, label: texts.backOne(row.email) }}
          />
        )}
        <ActButton
          {...{ acts, act: remove(row), text: texts.remove, label: texts.removeOne(row.email) }}
        />
      </span>
    ),
  };

  const found = foundText(listed);
  return (
    <Panel
      title={texts.title}
      notes={[texts.subtitle]}
      tools={
        listed ? (
          <div className="tools">
            <form
              className="tools"
              onSubmit={(event) => {
                event.preventDefault();
                press(list(texts.find, { search: typed.trim() }));
              }}
            >
              <SearchField field={field} text={typed} onType={setTyped} label={texts.search} />
              <button className="key" type="submit">
                {texts.find}
              </button>
            </form>
            <ActButton
              acts={acts}
              act={downloadOf(
                actTexts.download,
                downloadAddresses,
                `waitlist-${new Date().toISOString().slice(0, 10)}.csv`,
              )}
              icon={<Icon of="download" />}
            />
          </div>
        ) : (
          <LookButton acts={acts} look={list(texts.show, {})} isRead={false} />
        )
      }
    >
      {listed && current.search === '' && (
        <div className="row">
          <Switch
            legend={texts.orders.legend}
            options={orders}
            chosen={current.order}
            onChoose={(order) => press(list(texts.orders[order], { order }))}
          />
        </div>
      )}
      <p className={said ? 'said' : 'unseen'} role="status">
        {said ?? (isBusy ? loading : found)}
      </p>
      <ActPlace acts={acts} />
      {listed?.matching === 0 && (
        <div className="word">
          <p aria-hidden="true">{found}</p>
          {current.search !== '' && (
            <button
              className="key"
              type="button"
              onClick={() => {
                setTyped('');
                press(list(texts.all, { search: '' }), field.current);
                field.current?.focus();
              }}
            >
              {texts.all}
            </button>
          )}
        </div>
      )}
      {listed && listed.matching > 0 && (
        <>
          <Table
            caption={texts.title}
            columns={[...rowColumns, keys]}
            rows={listed.rows}
            keyOf={({ email }) => email}
            isBehind={isBusy}
            below={({ email }) =>
              acts.open?.act.row === email && <ActPlace acts={acts} row={email} />
            }
          />
          <Pager
            range={found}
            isFirst={listed.from === 0}
            isLast={listed.from + listed.rows.length >= listed.matching}
            onTurn={turn}
          />
        </>
      )}
    </Panel>
  );
}

function without(listed: Listed, email: string): Listed {
  const rows = listed.rows.filter((row) => row.email !== email);
  return { ...listed, rows, matching: listed.matching - (listed.rows.length - rows.length) };
}

/** @returns which addresses are shown, or why there is none */
function foundText(listed: Listed | undefined): string {
  if (!listed) return '';
  const { rows, matching, from } = listed;
  const { search, order } = listed.selection;
  if (matching === 0 && search !== '') return texts.noMatch(search);
  if (matching === 0) return order === 'place' ? texts.nobody : texts.empty;
  const [first, last] = [formatCount(from + 1), formatCount(from + rows.length)];
  const range = tableTexts.range(first, last, formatCount(matching), search);
  return order === 'place' && search === '' ? texts.withPosition(range) : range;
}
