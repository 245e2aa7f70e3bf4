import { useId, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import {
  type LetterState,
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
import { callApi } from '../../../call-api.ts';
import { ActButton, ActPlace, Said } from '../parts/act-button.tsx';
import { DownloadIcon } from '../parts/dashboard-icons.tsx';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { downloadFile } from '../parts/download-file.ts';
import { formatMoment } from '../parts/numbers.ts';
import { Pager } from '../parts/pager.tsx';
import { withQuery } from '../parts/query-client.ts';
import { type Act, type Acts, useActs } from '../parts/use-acts.ts';
import { mailingTexts } from './mailing-texts.ts';

const { parts, recipients: texts } = mailingTexts;
const { table: tableTexts } = dashboardTexts;

/** A page of the recipients whose letters are in one state. */
export interface Part {
  state: LetterState;
  page: ResponseOf<'listRecipients'>;
  /** The letters after which this page and those before it begin. */
  afters: readonly number[];
}

export async function readPart(
  mailing: number,
  state: LetterState,
  afters: readonly number[] = [0],
): Promise<Part> {
  const after = afters.at(-1);
  const query = { mailing: String(mailing), state, ...(after && { after: String(after) }) };
  return { state, page: await callApi(withQuery(listRecipients, query), undefined), afters };
}

interface PartProps {
  mailing: Mailing;
  first: Part;
  onChange(mailing: Mailing): void;
}

/** The recipients whose letters are in one state, in pages. */
export function MailingPart({ mailing, first, onChange }: PartProps) {
  const id = useId();
  const { state } = first;
  const [{ page, afters }, setPart] = useState(first);
  const acts = useActs();

  const list = (name: string, afters: readonly number[]): Act<Part> => ({
    ...{ id: name, name },
    call: () => readPart(mailing.id, state, afters),
    show: (part) => void setPart(part),
  });
  const previous = list(tableTexts.previous, afters.slice(0, -1));
  const next = list(tableTexts.next, [...afters, page.rows.at(-1)?.letter ?? 0]);
  const download: Act = {
    ...{ id: 'csv', name: texts.download },
    call: () =>
      downloadFile(
        withQuery(downloadRecipients, { mailing: String(mailing.id), state }),
        `mailing-${mailing.id}-${state}.csv`,
      ),
    show: () => texts.downloaded,
    lost: texts.cut,
  };

  function showChanged(changed: Mailing, letter: number): void {
    setPart((part) => {
      const rows = part.page.rows.filter((one) => one.letter !== letter);
      return { ...part, page: { ...part.page, rows } };
    });
    onChange(changed);
  }

  const before = (afters.length - 1) * RECIPIENTS_PER_PAGE;
  const { rows } = page;
  const all = Math.max(mailing.letters[state], before + rows.length);
  const range = rows.length > 0 ? texts.range(before + 1, before + rows.length, all) : texts.none;
  return (
    <section className="mailing-part" aria-labelledby={id}>
      <header className="keys">
        <h4 id={id} tabIndex={-1}>
          {parts[state]}
        </h4>
        <p className="note">{meaningsOfStates[state]}</p>
        <ActButton acts={acts} act={download} icon={<DownloadIcon />} />
      </header>
      <Said acts={acts} />
      <ActPlace acts={acts} of={[download, previous, next]} />
      <p className="unseen" role="status">
        {range}
      </p>
      <ul>
        {rows.map((row) => (
          <RecipientRow
            key={row.letter}
            {...{ mailing, state, row }}
            part={acts}
            refresh={async () => setPart(await readPart(mailing.id, state, afters))}
            onChange={(changed) => showChanged(changed, row.letter)}
          />
        ))}
      </ul>
      <Pager
        label={texts.pages}
        range={range}
        isFirst={afters.length === 1}
        isLast={page.isLast}
        onPrevious={() => acts.press(previous)}
        onNext={() => acts.press(next)}
      />
    </section>
  );
}

interface RowProps {
  mailing: Mailing;
  state: LetterState;
  row: Recipient;
  part: Acts;
  /** Reads the page again. */
  refresh(): Promise<void>;
  onChange(mailing: Mailing): void;
}

function RecipientRow({ mailing, state, row, part, refresh, onChange }: RowProps) {
  const acts = useActs(part);
  const { letter, email } = row;
  const does = {
    delivered: { call: assumeDelivered, said: texts.wasDelivered(email) },
    again: { call: sendLetterAgain, said: texts.isSentAgain(email) },
  } as const;
  const all = namesOf(state).map(
    (name): Act<Mailing> => ({
      ...{ id: name, name: texts.of(texts[name], email), lost: texts.unanswered },
      refresh,
      call: () => callApi(does[name].call, { mailing: mailing.id, letter }),
      show(changed) {
        onChange(changed);
        return does[name].said;
      },
    }),
  );
  return (
    <li className="list-row">
      <span>{email || texts.removed}</span>
      <span className="note">{formatMoment(row.since)}</span>
      <span>{row.answer}</span>
      {email !== '' && (
        <span className="keys">
          {all.map((act) => (
            <ActButton
              key={act.id}
              {...{ acts, act }}
              text={texts[act.id as 'delivered' | 'again']}
            />
          ))}
        </span>
      )}
      <ActPlace acts={acts} of={all} />
    </li>
  );
}

/** What an admin can do with a letter in a state. */
function namesOf(state: LetterState): readonly ('delivered' | 'again')[] {
  if (state === 'uncertain') return ['delivered', 'again'];
  return state === 'refused' ? ['again'] : [];
}
