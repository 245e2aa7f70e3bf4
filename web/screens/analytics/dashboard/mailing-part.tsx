import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import {
  type MailingLetterState,
  meaningsOfStates,
  RECIPIENTS_PER_PAGE,
} from '../../../../contract/mailings.ts';
import type { Mailing, Recipient } from '../../../../contract/schemas/mailings.ts';
import {
  assumeDelivered,
  downloadRecipients,
  listRecipients,
  sendLetterAgain,
} from '../../../browser-calls.ts';
import { callApi, fetchFile } from '../../../call-api.ts';
import type { DashboardProps } from '../analytics-event.ts';
import { CallOutcome } from './call-outcome.tsx';
import { DownloadIcon } from './dashboard-icons.tsx';
import { mailingTexts } from './mailing-texts.ts';
import { formatMoment } from './numbers.ts';
import { Pager } from './pager.tsx';
import { withQuery } from './query-client.ts';
import { type LastCall, saveFile, useGuardedCalls } from './use-guarded-calls.ts';

const { parts, recipients: texts, unanswered, unread } = mailingTexts;

interface PartProps extends DashboardProps {
  mailing: Mailing;
  state: MailingLetterState;
  onChange(mailing: Mailing): void;
  onRefused(): void;
  lastCall: LastCall;
}

/** The recipients whose letters are in one state, in pages. */
export function MailingPart(props: PartProps) {
  const { mailing, state, userId, send, onChange, onRefused, lastCall } = props;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [page, setPage] = useState<ResponseOf<'listRecipients'>>();
  /** The letters after which this page and those before it begin. */
  const [afters, setAfters] = useState<readonly number[]>([0]);
  const calls = useGuardedCalls(send, onRefused, lastCall);
  const { isBusy, run, setMessage } = calls;
  const query = { mailing: String(mailing.id), state };

  function list(afters: readonly number[]): void {
    const after = afters.at(-1);
    const call = withQuery(listRecipients, { ...query, ...(after && { after: String(after) }) });
    void run(
      () => callApi(call, undefined),
      (answered) => {
        setPage(answered);
        setAfters(afters);
      },
      unread,
    );
  }

  const listFirst = useEffectEvent(() => list([0]));
  useEffect(() => listFirst(), []);

  function download(): void {
    void run(
      () => fetchFile(withQuery(downloadRecipients, query)),
      (file) => {
        saveFile(file, `mailing-${mailing.id}-${state}.csv`);
        setMessage(texts.downloaded);
      },
      unread,
    );
  }

  const acts = {
    delivered: { call: assumeDelivered, said: texts.wasDelivered },
    again: { call: sendLetterAgain, said: texts.isSentAgain },
  } as const;

  function act(name: keyof typeof acts, { letter, email }: Recipient, row: Element | null): void {
    if (isBusy) return;
    const { call, said } = acts[name];
    const near = row?.nextElementSibling ?? row?.previousElementSibling;
    void run(
      () => callApi(call, { mailing: mailing.id, letter }),
      (changed) => {
        (near?.querySelector('button') ?? heading.current)?.focus();
        setPage(
          (page) => page && { ...page, rows: page.rows.filter((one) => one.letter !== letter) },
        );
        setMessage(said(email));
        onChange(changed);
      },
      unanswered,
    );
  }

  const before = (afters.length - 1) * RECIPIENTS_PER_PAGE;
  const rows = page?.rows ?? [];
  const all = Math.max(mailing.letters[state], before + rows.length);
  const range = rows.length > 0 ? texts.range(before + 1, before + rows.length, all) : texts.none;
  return (
    <section className="mailing-part" aria-labelledby={id}>
      <header>
        <h4 ref={heading} id={id} tabIndex={-1}>
          {parts[state]}
        </h4>
        <p>{meaningsOfStates[state]}</p>
        <button className="key" type="button" aria-disabled={isBusy} onClick={download}>
          <DownloadIcon />
          <span>{texts.download}</span>
        </button>
      </header>
      <CallOutcome {...{ userId, send, calls, heading }} />
      <p className="unseen" role="status">
        {page && range}
      </p>
      <ul>
        {rows.map((row) => (
          <li key={row.letter}>
            <span>{row.email || texts.removed}</span>
            <span>{formatMoment(row.since)}</span>
            <span>{row.answer}</span>
            {row.email !== '' && (
              <span className="wave-keys">
                {namesOf(state).map((name) => (
                  <button
                    key={name}
                    className="key"
                    type="button"
                    aria-label={texts.of(texts[name], row.email)}
                    aria-disabled={isBusy}
                    onClick={({ currentTarget }) => act(name, row, currentTarget.closest('li'))}
                  >
                    {texts[name]}
                  </button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {page && (
        <Pager
          range={range}
          isFirst={afters.length === 1}
          isLast={page.isLast}
          onPrevious={() => list(afters.slice(0, -1))}
          onNext={() => list([...afters, page.rows.at(-1)?.letter ?? 0])}
        />
      )}
    </section>
  );
}

/** What an admin can do with a letter in a state. */
function namesOf(state: MailingLetterState): readonly ('delivered' | 'again')[] {
  if (state === 'uncertain') return ['delivered', 'again'];
  return state === 'refused' ? ['again'] : [];
}
