import { useEffect, useId, useRef, useState } from 'react';
import type { BodyOf, ResponseOf } from '../../../../contract/calls.ts';
import {
  ADDRESSES_PER_PAGE,
  type AddressOrder,
  addressOrders,
} from '../../../../contract/team-waitlist.ts';
import { downloadAddresses, listAddresses, removeAddress } from '../../../browser-calls.ts';
import { callApi, fetchFile } from '../../../call-api.ts';
import type { DashboardProps } from '../analytics-event.ts';
import { AddressesTable } from './addresses-table.tsx';
import { DownloadIcon } from './dashboard-icons.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import { FreshCode } from './fresh-code.tsx';
import { formatCount } from './numbers.ts';
import { Pager } from './pager.tsx';
import { Confirmation, focusNear } from './removal-confirmation.tsx';
import { SearchField } from './search-field.tsx';
import { Switch } from './switch.tsx';
import { useGuardedCalls } from './use-guarded-calls.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { people: texts } = waitlistTexts;
const orders = addressOrders.map((value) => ({ value, name: texts.orders[value] }));

interface PanelProps extends DashboardProps {
  figures: ResponseOf<'getWaitlistFigures'>;
  /** Called when the admin has lost the right. */
  onRefused(): void;
}

type Selection = BodyOf<'listAddresses'> & { search: string };
type Listed = ResponseOf<'listAddresses'> & { selection: Selection };

/** The addresses, on demand: the server records each look. A search is sent with Enter, so that it is one look. */
export function AddressesPanel({ userId, send, figures, onRefused }: PanelProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState('');
  const [listed, setListed] = useState<Listed>();
  const [removing, setRemoving] = useState('');
  const { message, setMessage, isBusy, repeat, run } = useGuardedCalls(send, onRefused);
  const usual: AddressOrder = figures.confirmed > 0 ? 'place' : 'newest';
  const current = listed?.selection ?? { search: '', order: usual, from: 0 };

  const heading = useFocusOnceShown(listed, repeat);

  function list(change: Partial<Selection>, said?: string): void {
    setRemoving('');
    const { search, order } = current;
    const selection = { search, order, from: 0, ...change };
    void run(
      () => callApi(listAddresses, selection),
      (answered) => {
        setListed({ ...answered, selection });
        setMessage(said);
      },
    );
  }

  function download(): void {
    setRemoving('');
    void run(
      () => fetchFile(downloadAddresses),
      (file) => {
        save(file);
        setMessage(texts.downloaded);
      },
    );
  }

  function askToRemove(email: string, button: HTMLButtonElement): void {
    opener.current = button;
    setMessage(undefined);
    setRemoving(email);
  }

  function remove(email: string): void {
    const row = opener.current?.closest('tr');
    void run(
      () => callApi(removeAddress, { email }),
      ({ removed }) => {
        const said = removed ? texts.removed(email) : texts.wasGone(email);
        const left = listed && without(listed, email);
        setMessage(said);
        setRemoving('');
        setListed(left);
        focusNear(row, field.current);
        if (left?.rows.length === 0 && left.matching > 0) list(current, said);
      },
    );
  }

  const found = foundText(listed);
  const codeForm = repeat && <FreshCode userId={userId} send={send} onDone={repeat} />;
  return (
    <section className="panel performers addresses" aria-labelledby={id}>
      <header className="panel-header">
        <div className="performers-heading">
          <h2 ref={heading} id={id} tabIndex={-1}>
            {texts.title}
          </h2>
          <p>{texts.subtitle}</p>
        </div>
        {listed && (
          <div className="performers-tools">
            <form
              className="addresses-search"
              onSubmit={(event) => {
                event.preventDefault();
                list({ search: typed.trim() });
              }}
            >
              <SearchField field={field} text={typed} onType={setTyped} label={texts.search} />
              <button className="key" type="submit">
                {texts.find}
              </button>
            </form>
            <button className="key" type="button" aria-disabled={isBusy} onClick={download}>
              <DownloadIcon />
              <span>{texts.download}</span>
            </button>
          </div>
        )}
      </header>
      {listed && current.search === '' && (
        <div className="addresses-order">
          <Switch
            legend={texts.orders.legend}
            options={orders}
            chosen={current.order}
            onChoose={(order) => list({ order })}
          />
        </div>
      )}
      <p className={message ? 'addresses-message' : 'unseen'} role="status">
        {message ?? (isBusy ? dashboardTexts.loading : found)}
      </p>
      {!removing && codeForm}
      {!listed && !repeat && (
        <div className="performers-word">
          <button className="key key-main" type="button" onClick={() => list({})}>
            {texts.show}
          </button>
        </div>
      )}
      {listed && listed.matching === 0 && (
        <div className="performers-word">
          <p aria-hidden="true">{found}</p>
          {current.search !== '' && (
            <button
              className="key"
              type="button"
              onClick={() => {
                setTyped('');
                list({ search: '' });
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
          <AddressesTable
            rows={listed.rows}
            isBehind={isBusy}
            onRemove={askToRemove}
            removing={removing}
          >
            {codeForm ?? (
              <Confirmation
                email={removing}
                message={message}
                onRemove={remove}
                onKeep={() => {
                  setRemoving('');
                  opener.current?.focus();
                }}
              />
            )}
          </AddressesTable>
          <Pager
            range={found}
            isFirst={listed.from === 0}
            isLast={listed.from + listed.rows.length >= listed.matching}
            onPrevious={() => list({ from: Math.max(0, listed.from - ADDRESSES_PER_PAGE) })}
            onNext={() => {
              const { from, last } = listed;
              list({ from: from + ADDRESSES_PER_PAGE, ...(last && { after: last }) });
            }}
          />
        </>
      )}
    </section>
  );
}

/** Focuses the heading when addresses are shown instead of the button or form that had the focus. */
function useFocusOnceShown(listed: Listed | undefined, repeat: (() => void) | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = listed !== undefined && !repeat;
  useEffect(() => {
    if (isShown && document.activeElement === document.body) heading.current?.focus();
  }, [isShown]);
  return heading;
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

function save(file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `waitlist-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  // A browser may begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
