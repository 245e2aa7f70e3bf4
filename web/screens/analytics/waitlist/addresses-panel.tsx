import { useId, useRef, useState } from 'react';
import type { BodyOf, ResponseOf } from '../../../../contract/calls.ts';
import {
  ADDRESSES_PER_PAGE,
  type AddressOrder,
  addressOrders,
} from '../../../../contract/team-waitlist.ts';
import { downloadAddresses, listAddresses } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, ActPlace } from '../parts/act-button.tsx';
import { DownloadIcon } from '../parts/dashboard-icons.tsx';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { downloadFile } from '../parts/download-file.ts';
import { formatCount } from '../parts/numbers.ts';
import { Pager } from '../parts/pager.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Switch } from '../parts/switch.tsx';
import { type Act, useActs, useActsOfDashboard } from '../parts/use-acts.ts';
import { useDraft } from '../parts/use-draft.ts';
import { AddressesTable } from './addresses-table.tsx';
import { useMoves } from './use-moves.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { people: texts } = waitlistTexts;
const { table: tableTexts } = dashboardTexts;
const orders = addressOrders.map((value) => ({ value, name: texts.orders[value] }));

const nothingTyped = { typed: '' };

interface PanelProps {
  /** How the addresses are sorted at first. */
  usual: AddressOrder;
  /** Counts up when the other panel has moved people. */
  moves: number;
  /** Called when people were removed or set back here. */
  onMoved(): void;
}

type Selection = BodyOf<'listAddresses'> & { search: string };
type Listed = ResponseOf<'listAddresses'> & { selection: Selection };

/** The addresses, on demand: the server records each look. A search is sent with Enter, so that it is one look. */
export function AddressesPanel({ usual, moves, onMoved }: PanelProps) {
  const { userId } = useActsOfDashboard();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [{ typed }, setDraft] = useDraft(userId, 'addresses', nothingTyped);
  const setTyped = (typed: string) => setDraft(() => ({ typed }));
  const [listed, setListed] = useState<Listed>();
  const acts = useActs();
  const { said, isBusy, press } = acts;
  const current = listed?.selection ?? { search: '', order: usual, from: 0 };

  /** Counts up when the rows shown are not those of the list any more. */
  const [changes, setChanges] = useState(0);
  useMoves(moves + changes, listed && (() => acts.read(list('', current))));

  /** @param name of the control that changes the selection */
  function list(name: string, change: Partial<Selection>): Act {
    const { search, order } = current;
    const selection = { search, order, from: 0, ...change };
    return {
      ...{ id: name, name },
      call: () => callApi(listAddresses, selection),
      show: (answered: Omit<Listed, 'selection'>) => void setListed({ ...answered, selection }),
    };
  }

  const show = list(texts.show, {});
  const download: Act = {
    ...{ id: 'csv', name: texts.download },
    call: () =>
      downloadFile(downloadAddresses, `waitlist-${new Date().toISOString().slice(0, 10)}.csv`),
    show: () => texts.downloaded,
    lost: texts.cut,
  };
  const find = list(texts.find, { search: typed.trim() });
  const all = list(texts.all, { search: '' });
  const previous = list(tableTexts.previous, {
    from: Math.max(0, (listed?.from ?? 0) - ADDRESSES_PER_PAGE),
  });
  const next = list(tableTexts.next, {
    from: (listed?.from ?? 0) + ADDRESSES_PER_PAGE,
    ...(listed?.last && { after: listed.last }),
  });
  const sorts = orders.map(({ value, name }) => list(name, { order: value }));

  function showRemoved(email: string): void {
    setListed((before) => before && without(before, email));
    // The next or the last page follows.
    if (listed?.rows.length === 1) setChanges(changes + 1);
    onMoved();
  }

  const found = foundText(listed);
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-header">
        <div>
          <h2 id={id} tabIndex={-1}>
            {texts.title}
          </h2>
          <p>{texts.subtitle}</p>
        </div>
        {!listed && <ActButton acts={acts} act={show} className="key key-main" />}
        {listed && (
          <div className="tools">
            <form
              className="tools"
              onSubmit={(event) => {
                event.preventDefault();
                press(find);
              }}
            >
              <SearchField field={field} text={typed} onType={setTyped} label={texts.search} />
              <button className="key" type="submit">
                {texts.find}
              </button>
            </form>
            <ActButton acts={acts} act={download} icon={<DownloadIcon />} />
          </div>
        )}
      </header>
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
        {said ?? (isBusy ? dashboardTexts.loading : found)}
      </p>
      <ActPlace acts={acts} of={[show, download, find, all, previous, next, ...sorts]} />
      {listed?.matching === 0 && (
        <NoAddresses
          found={found}
          search={current.search}
          onAll={() => {
            setTyped('');
            press(all, field.current);
            field.current?.focus();
          }}
        />
      )}
      {listed && listed.matching > 0 && (
        <>
          <AddressesTable
            {...{ rows: listed.rows, isBehind: isBusy, panel: acts }}
            onRemoved={showRemoved}
            onMoved={() => {
              setChanges(changes + 1);
              onMoved();
            }}
          />
          <Pager
            range={found}
            isFirst={listed.from === 0}
            isLast={listed.from + listed.rows.length >= listed.matching}
            onPrevious={() => press(previous)}
            onNext={() => press(next)}
          />
        </>
      )}
    </section>
  );
}

interface NoAddressesProps {
  found: string;
  search: string;
  onAll(): void;
}

function NoAddresses({ found, search, onAll }: NoAddressesProps) {
  return (
    <div className="word">
      <p aria-hidden="true">{found}</p>
      {search !== '' && (
        <button className="key" type="button" onClick={onAll}>
          {texts.all}
        </button>
      )}
    </div>
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
  const range = dashboardTexts.table.range(first, last, formatCount(matching), search);
  return order === 'place' && search === '' ? texts.withPosition(range) : range;
}
