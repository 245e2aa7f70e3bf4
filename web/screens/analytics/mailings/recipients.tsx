import { useId, useState } from 'react';
import { type LetterState, meaningsOfStates } from '../../../../contract/mailings.ts';
import type { Mailing, Recipient } from '../../../../contract/schemas/mailings.ts';
import {
  assumeDelivered,
  downloadRecipients,
  listRecipients,
  sendLetterAgain,
} from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, Acted } from '../parts/act-button.tsx';
import { Icon } from '../parts/controls.tsx';
import { actTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatMoment } from '../parts/numbers.ts';
import { withQuery } from '../parts/query-client.ts';
import { type Act, downloadOf, useActs } from '../parts/use-acts.ts';
import { mailingTexts } from './mailing-texts.ts';

const { parts, recipients: texts } = mailingTexts;

/** The first recipients whose letters are in one state. */
export interface Part {
  state: LetterState;
  rows: readonly Recipient[];
}

export async function readPart(mailing: number, state: LetterState): Promise<Part> {
  const part = withQuery(listRecipients, { mailing: String(mailing), state });
  return { state, ...(await callApi(part, undefined)) };
}

/** What an admin can do with a letter. A refused one of a wave is not sent again: its person is among the next people. */
function actsOf(state: LetterState, wave: number | null): readonly ('delivered' | 'again')[] {
  if (state === 'uncertain') return ['delivered', 'again'];
  return state === 'refused' && wave === null ? ['again'] : [];
}
const calls = { delivered: assumeDelivered, again: sendLetterAgain };
const done = { delivered: texts.wasDelivered, again: texts.isSentAgain };

interface RecipientsProps {
  mailing: Mailing;
  /** The letters of others are not sent again. */
  isNewest: boolean;
  first: Part;
  onChange(mailing: Mailing): void;
}

export function Recipients({ mailing, isNewest, first, onChange }: RecipientsProps) {
  const id = useId();
  const { state } = first;
  const [{ rows }, setPart] = useState(first);
  const acts = useActs();
  const names = actsOf(state, mailing.wave).filter((name) => isNewest || name !== 'again');
  const read = () => readPart(mailing.id, state);

  const actOn = ({ letter, email }: Recipient, name: 'delivered' | 'again'): Act<Mailing> => ({
    name: texts.of(texts[name], email),
    lost: texts.unanswered,
    refresh: async () => setPart(await read()),
    call: () => callApi(calls[name], { mailing: mailing.id, letter }),
    show(changed) {
      onChange(changed);
      acts.read({ name: '', call: read, show: (part: Part) => void setPart(part) });
      return done[name](email);
    },
  });

  const all = mailing.letters[state];
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
      {rows.length < all && (
        <p className="note">{texts.first(formatCount(rows.length), formatCount(all))}</p>
      )}
      <ul>
        {rows.map((row) => (
          <li key={row.letter} className="list-row">
            <span>{row.email || texts.removed}</span>
            <span className="note">{formatMoment(row.since)}</span>
            <span>{row.answer}</span>
            {row.email !== '' && (
              <span className="keys">
                {names.map((name) => (
                  <ActButton key={name} acts={acts} act={actOn(row, name)} text={texts[name]} />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
