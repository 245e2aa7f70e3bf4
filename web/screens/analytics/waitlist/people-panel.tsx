import { useEffect, useState } from 'react';
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
import { ActButton, Acted } from '../parts/act-button.tsx';
import { Icon, Switch } from '../parts/controls.tsx';
import { useDashboard, useDraft } from '../parts/dashboard-context.ts';
import { actTexts, dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatDate } from '../parts/numbers.ts';
import { LookButton, Panel } from '../parts/panel.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { type Column, Pager, Table } from '../parts/table.tsx';
import { type Act, downloadOf, useActs } from '../parts/use-acts.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { people: texts } = waitlistTexts;
const { table: tableTexts, loading } = dashboardTexts;
const orders = addressOrders.map((order) => [order, texts.orders[order]] as const);

type Selection = BodyOf<'listAddresses'> & { search: string };
type Listed = ResponseOf<'listAddresses'> & Pick<Selection, 'search' | 'order'>;
type Person = Listed['rows'][number];

const rowColumns: readonly Column<Person>[] = [
  { title: 'Address', cell: ({ email }) => <bdi>{email}</bdi> },
  {
    title: 'Place',
    cell: ({ position }) => (position === null ? texts.none : formatCount(position)),
  },
  { title: 'State', cell: ({ state, wave }) => texts.states[state](wave) },
  { title: 'Phone', cell: ({ phone }) => (phone ? phoneNames[phone] : texts.none) },
  { title: 'Since', cell: ({ joinedAt }) => formatDate(joinedAt) },
  {
    title: 'Confirmed',
    cell: ({ confirmedAt }) => (confirmedAt === null ? texts.none : formatDate(confirmedAt)),
  },
  {
    title: 'Who invited',
    cell: ({ invitedBy }) => <bdi translate="no">{invitedBy ?? texts.none}</bdi>,
  },
  { title: 'Friends', cell: ({ friends }) => formatCount(friends) },
];

/** @returns whether the person was changed by it */
const calls = {
  back: async (email: string) => (await callApi(moveBack, { email })).moved,
  remove: async (email: string) => (await callApi(removeAddress, { email })).removed,
};

/**
 * The addresses, on demand: the server records each look. A search is sent with Enter, so that it is one look.
 *
 * @param usual how they are sorted at first
 */
export function PeoplePanel({ usual }: { usual: AddressOrder }) {
  const { refreshes, refresh } = useDashboard();
  const [{ typed }, setDraft] = useDraft('addresses', { typed: '' });
  const [listed, setListed] = useState<Listed>();
  const acts = useActs();
  const { said, isBusy, press } = acts;
  const { search, order, from } = listed ?? { search: '', order: usual, from: 0 };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `refreshes` says when
  useEffect(() => {
    if (listed) acts.read(list('', { from }));
  }, [refreshes]);

  /** @param name of the control that changes the selection */
  function list(name: string, change: Partial<Selection>): Act {
    const selection = { search, order, from: 0, ...change };
    return {
      name,
      call: () => callApi(listAddresses, selection),
      show: (answered: ResponseOf<'listAddresses'>) =>
        void setListed({ ...selection, ...answered }),
    };
  }

  const actOn = ({ email }: Person, name: keyof typeof calls): Act<boolean> => ({
    name: texts[name].of(email),
    question: texts[name].sure(email),
    call: () => calls[name](email),
    show(isChanged) {
      refresh();
      return texts[name][isChanged ? 'done' : 'before'](email);
    },
    lost: texts.unanswered,
  });

  const keys: Column<Person> = {
    title: '',
    head: <span className="unseen">{texts.remove.text}</span>,
    cell: (row) => (
      <span className="keys">
        {(['back', 'remove'] as const)
          .filter((name) => name === 'remove' || row.state !== 'waiting')
          .map((name) => (
            <ActButton key={name} acts={acts} act={actOn(row, name)} text={texts[name].text} />
          ))}
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
            <SearchForm
              label={texts.search}
              text={typed}
              onType={(typed) => setDraft(() => ({ typed }))}
              onSearch={(search) => press(list(tableTexts.find, { search }))}
            />
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
      {listed && search === '' && (
        <div className="row">
          <Switch
            legend={texts.orders.legend}
            options={orders}
            chosen={order}
            onChoose={(order) => press(list(texts.orders[order], { order }))}
          />
        </div>
      )}
      <Acted
        acts={listed?.matching === 0 ? { ...acts, said: said ?? found } : acts}
        unseen={isBusy ? loading : found}
      />
      {listed && listed.matching > 0 && (
        <>
          <Table
            caption={texts.title}
            columns={[...rowColumns, keys]}
            rows={listed.rows}
            keyOf={({ email }) => email}
            isBehind={isBusy}
          />
          <Pager
            range={found}
            isFirst={from === 0}
            isLast={from + listed.rows.length >= listed.matching}
            onTurn={(by) =>
              press(
                list(by > 0 ? tableTexts.next : tableTexts.previous, {
                  from: Math.max(0, from + by * ADDRESSES_PER_PAGE),
                }),
              )
            }
          />
        </>
      )}
    </Panel>
  );
}

/** @returns which addresses are shown, or why there is none */
function foundText(listed: Listed | undefined): string {
  if (!listed) return '';
  const { rows, matching, from, search, order } = listed;
  if (matching === 0 && search !== '') return texts.noMatch(search);
  if (matching === 0) return order === 'position' ? texts.noPositions : texts.empty;
  const [first, last] = [formatCount(from + 1), formatCount(from + rows.length)];
  const range = tableTexts.range(first, last, formatCount(matching), search);
  return order === 'position' && search === '' ? texts.withPosition(range) : range;
}
