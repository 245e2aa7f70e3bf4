import { useId, useRef, useState } from 'react';
import type { BodyOf, ResponseOf } from '../../../../contract/calls.ts';
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
import { callApi, fetchFile } from '../../../call-api.ts';
import type { DashboardProps } from '../analytics-event.ts';
import { useDraft } from '../kept-drafts.ts';
import { AddressesTable } from './addresses-table.tsx';
import { AddressQuestion, type Asked, focusNear } from './confirmation.tsx';
import { DownloadIcon } from './dashboard-icons.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import { FreshCode } from './fresh-code.tsx';
import { formatCount } from './numbers.ts';
import { Pager } from './pager.tsx';
import { SearchField } from './search-field.tsx';
import { Switch } from './switch.tsx';
import { saveFile, useFocusOnceShown, useGuardedCalls, useMoves } from './use-guarded-calls.ts';
import { waitlistTexts } from './waitlist-texts.ts';

const { people: texts } = waitlistTexts;
const orders = addressOrders.map((value) => ({ value, name: texts.orders[value] }));

const nothingTyped = { typed: '' };

interface PanelProps extends DashboardProps {
  /** How the addresses are sorted at first. */
  usual: AddressOrder;
  /** Counts up when the other panel has moved people. */
  moves: number;
  /** Called when people were removed or set back here. */
  onMoved(): void;
  /** Called when the admin has lost the right. */
  onRefused(): void;
}

type Selection = BodyOf<'listAddresses'> & { search: string };
type Listed = ResponseOf<'listAddresses'> & { selection: Selection };

/** The addresses, on demand: the server records each look. A search is sent with Enter, so that it is one look. */
export function AddressesPanel(props: PanelProps) {
  const { userId, send, usual, moves, onMoved, onRefused } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [{ typed }, setDraft] = useDraft(userId, 'addresses', nothingTyped);
  const setTyped = (typed: string) => setDraft(() => ({ typed }));
  const [listed, setListed] = useState<Listed>();
  const [asked, setAsked] = useState<Asked>();
  const { message, setMessage, isBusy, repeat, run } = useGuardedCalls(send, onRefused);
  const current = listed?.selection ?? { search: '', order: usual, from: 0 };

  const heading = useFocusOnceShown(listed !== undefined && !repeat);
  useMoves(moves, listed && (() => list(current)));

  function list(change: Partial<Selection>, said?: string): void {
    setAsked(undefined);
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
    setAsked(undefined);
    void run(
      () => fetchFile(downloadAddresses),
      (file) => {
        saveFile(file, `waitlist-${new Date().toISOString().slice(0, 10)}.csv`);
        setMessage(texts.downloaded);
      },
    );
  }

  function ask(asked: Asked): void {
    setMessage(undefined);
    setAsked(asked);
  }

  function remove({ email, button }: Asked): void {
    const row = button.closest('tr');
    void run(
      () => callApi(removeAddress, { email }),
      ({ removed }) => {
        const said = removed ? texts.removed(email) : texts.wasGone(email);
        const left = listed && without(listed, email);
        setMessage(said);
        setAsked(undefined);
        setListed(left);
        focusNear(row, field.current);
        if (left?.rows.length === 0 && left.matching > 0) list(current, said);
        onMoved();
      },
    );
  }

  function setBack({ email, button }: Asked): void {
    // The pressed button will be gone.
    const remove = button.parentElement?.lastElementChild as HTMLElement | null;
    void run(
      () => callApi(moveBack, { email }),
      ({ moved }) => {
        remove?.focus();
        list(current, moved ? texts.movedBack(email) : texts.waitedAlready(email));
        onMoved();
      },
    );
  }

  const acts = { remove, back: setBack };
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
        {!listed && !repeat && (
          <button className="key key-main" type="button" onClick={() => list({})}>
            {texts.show}
          </button>
        )}
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
      {!asked && codeForm}
      {listed?.matching === 0 && (
        <NoAddresses
          found={found}
          search={current.search}
          onAll={() => {
            setTyped('');
            list({ search: '' });
            field.current?.focus();
          }}
        />
      )}
      {listed && listed.matching > 0 && (
        <>
          <AddressesTable rows={listed.rows} isBehind={isBusy} onAsk={ask} asked={asked}>
            {codeForm ??
              (asked && (
                <AddressQuestion
                  asked={asked}
                  message={message}
                  onAct={acts[asked.act]}
                  onCancel={() => {
                    setAsked(undefined);
                    asked.button.focus();
                  }}
                />
              ))}
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

interface NoAddressesProps {
  found: string;
  search: string;
  onAll(): void;
}

function NoAddresses({ found, search, onAll }: NoAddressesProps) {
  return (
    <div className="performers-word">
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
