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
import { ActButton, Acted, ActPlace } from '../parts/act-button.tsx';
import { Icon } from '../parts/controls.tsx';
import { actTexts, dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatMoment } from '../parts/numbers.ts';
import { withQuery } from '../parts/query-client.ts';
import { Pager } from '../parts/table.tsx';
import { type Act, downloadOf, useActs } from '../parts/use-acts.ts';
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

/** What an admin can do with a letter in a state. */
const actsOfState: Partial<Record<LetterState, readonly ('delivered' | 'again')[]>> = {
  uncertain: ['delivered', 'again'],
  refused: ['again'],
};
const calls = { delivered: assumeDelivered, again: sendLetterAgain };
const done = { delivered: texts.wasDelivered, again: texts.isSentAgain };

interface RecipientsProps {
  mailing: Mailing;
  first: Part;
  onChange(mailing: Mailing): void;
}

/** The recipients whose letters are in one state, in pages. */
export function Recipients({ mailing, first, onChange }: RecipientsProps) {
  const id = useId();
  const { state } = first;
  const [{ page, afters }, setPart] = useState(first);
  const acts = useActs();
  const { rows } = page;

  function turn(by: 1 | -1): void {
    const turned = by > 0 ? [...afters, rows.at(-1)?.letter ?? 0] : afters.slice(0, -1);
    const act: Act<Part> = {
      name: by > 0 ? tableTexts.next : tableTexts.previous,
      call: () => readPart(mailing.id, state, turned),
      show: (part) => void setPart(part),
    };
    acts.press(act);
  }

  const actOn = ({ letter, email }: Recipient, name: 'delivered' | 'again'): Act<Mailing> => ({
    ...{ name: texts.of(texts[name], email), row: letter, lost: texts.unanswered },
    refresh: async () => setPart(await readPart(mailing.id, state, afters)),
    call: () => callApi(calls[name], { mailing: mailing.id, letter }),
    show(changed) {
      setPart((part) => {
        const rows = part.page.rows.filter((one) => one.letter !== letter);
        return { ...part, page: { ...part.page, rows } };
      });
      onChange(changed);
      return done[name](email);
    },
  });

  const before = (afters.length - 1) * RECIPIENTS_PER_PAGE;
  const all = Math.max(mailing.letters[state], before + rows.length);
  const range = rows.length > 0 ? texts.range(before + 1, before + rows.length, all) : texts.none;
  return (
    <section className="mailing-part" aria-labelledby={id}>
      <header className="keys">
        <h4 id={id} tabIndex={-1}>
          {parts[state]}
        </h4>
        <p className="note">{meaningsOfStates[state]}</p>
        <ActButton
          acts={acts}
          act={downloadOf(
            actTexts.download,
            withQuery(downloadRecipients, { mailing: String(mailing.id), state }),
            `mailing-${mailing.id}-${state}.csv`,
          )}
          icon={<Icon of="download" />}
        />
      </header>
      <Acted acts={acts} />
      <p className="unseen" role="status">
        {range}
      </p>
      <ul>
        {rows.map((row) => (
          <li key={row.letter} className="list-row">
            <span>{row.email || texts.removed}</span>
            <span className="note">{formatMoment(row.since)}</span>
            <span>{row.answer}</span>
            {row.email !== '' && (
              <span className="keys">
                {actsOfState[state]?.map((name) => (
                  <ActButton key={name} {...{ acts, act: actOn(row, name), text: texts[name] }} />
                ))}
              </span>
            )}
            <ActPlace acts={acts} row={row.letter} />
          </li>
        ))}
      </ul>
      <Pager
        label={texts.pages}
        range={range}
        isFirst={afters.length === 1}
        isLast={page.isLast}
        onTurn={turn}
      />
    </section>
  );
}
