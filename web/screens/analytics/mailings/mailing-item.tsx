import { useEffect, useRef, useState } from 'react';
import { type LetterState, letterStates, waitingSince } from '../../../../contract/mailings.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { endMailing, getMailing, pauseMailing, resumeMailing } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, ActPlace } from '../parts/act-button.tsx';
import { useDashboard } from '../parts/dashboard-context.ts';
import { actTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatMoment } from '../parts/numbers.ts';
import { withQuery } from '../parts/query-client.ts';
import type { Act, Acts } from '../parts/use-acts.ts';
import { writeAgain } from './mailing-draft.ts';
import { mailingTexts as texts } from './mailing-texts.ts';
import { type Part, Recipients, readPart } from './recipients.tsx';

interface ItemProps {
  mailing: Mailing;
  acts: Acts;
  /** Whether it was sent just now, so that it gets the focus. */
  isNew: boolean;
  onChange(mailing: Mailing): void;
  onPaused(): void;
}

/** What was sent at once: how far it has come, its parts, and what can be done with it. */
export function MailingItem({ mailing, acts, isNew, onChange, onPaused }: ItemProps) {
  const { userId } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<Part>();
  const { id, letters } = mailing;
  const body = { mailing: id };
  const seen = { ...body, waiting: letters.waiting };
  const isRunning = mailing.endedAt === null;

  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);

  const changing = {
    row: id,
    lost: actTexts.unanswered,
    refresh: async () =>
      onChange(await callApi(withQuery(getMailing, { mailing: `${id}` }), undefined)),
    show(changed: Mailing): undefined {
      if (changed.endedAt !== null && isUntouchedOf(changed.letters)) writeAgain(userId, changed);
      onChange(changed);
    },
  };
  const pause: Act = {
    ...{ ...changing, name: texts.pause },
    call: () => callApi(pauseMailing, body),
    show: () => void onPaused(),
  };
  const resume: Act<Mailing> = {
    ...{ ...changing, name: texts.resume(letters.waiting), question: texts.sureResume(letters) },
    call: () => callApi(resumeMailing, seen),
  };
  const end: Act<Mailing> = {
    ...{ ...changing, name: texts.endNow(mailing), question: texts.sureEnd(mailing) },
    call: () => callApi(endMailing, body),
  };
  const takeBack: Act<Mailing> = {
    ...{ ...changing, name: texts.takeBackNow(mailing), question: texts.sureTakeBack(mailing) },
    // Refused once a letter has left.
    call: () => callApi(endMailing, seen),
  };
  const pauseOrResume = mailing.pausedWhy === null ? pause : resume;
  const isUntouched = isUntouchedOf(letters);
  const endText = isUntouched ? texts.takeBack : texts.end;

  function press(state: LetterState, button: HTMLElement): void {
    const act: Act<Part> = {
      ...{ name: texts.part(letters, state), row: id },
      call: () => readPart(id, state),
      show: (part) => void setOpen(part),
    };
    if (state === open?.state) setOpen(undefined);
    else acts.press(act, button);
  }

  return (
    <li className="list-item">
      <div>
        <h3 ref={heading} tabIndex={-1}>
          {texts.name(mailing)}
        </h3>
        <p>{`${texts.whom(mailing)} · ${formatMoment(mailing.at)}${mailing.who === null ? '' : `, ${mailing.who}`}`}</p>
        <p>
          <span role="status">{stateOf(mailing)}</span>{' '}
          {mailing.lastAt && <span>{texts.last(formatMoment(mailing.lastAt))}</span>}
        </p>
      </div>
      {isRunning && (
        <p className="keys">
          <ActButton key={String(mailing.pausedWhy === null)} acts={acts} act={pauseOrResume} />
          <ActButton
            key={endText}
            {...{ acts, act: isUntouched ? takeBack : end, text: endText, label: endText }}
          />
        </p>
      )}
      <ActPlace acts={acts} row={id} />
      {mailing.people > 0 && (
        <>
          <Sum mailing={mailing} open={open?.state} onPress={press} />
          <details>
            <summary>{texts.words}</summary>
            <p className="words">{mailing.words}</p>
          </details>
        </>
      )}
      {open && <Recipients key={open.state} {...{ mailing, onChange }} first={open} />}
    </li>
  );
}

interface SumProps {
  mailing: Mailing;
  open: LetterState | undefined;
  onPress(state: LetterState, button: HTMLElement): void;
}

/** A bar, and below it the parts, which add up to all people. Each part opens as a list. */
function Sum({ mailing, open, onPress }: SumProps) {
  const { letters, people, returned } = mailing;
  // What waits comes last.
  const [waiting, sending, ...done] = letterStates;
  const states = [...done, sending, waiting].filter(
    (state) => letters[state] > 0 || state === 'accepted' || state === open,
  );
  const sum = states.reduce((sum, state) => sum + letters[state], 0);
  return (
    <div>
      <div className="share-bar" aria-hidden="true">
        {states.map((state) => (
          <span key={state} className={`part-${state}`} style={{ flexGrow: letters[state] }} />
        ))}
      </div>
      <p>
        {states.map((state, n) => (
          <span key={state}>
            {n > 0 && <span> + </span>}
            <button
              className="quiet-link"
              type="button"
              aria-expanded={state === open}
              onClick={({ currentTarget }) => onPress(state, currentTarget)}
            >
              {texts.part(letters, state)}
            </button>
          </span>
        ))}
        <span>{` = ${formatCount(people)}`}</span>
      </p>
      {returned.bounced + returned.complained > 0 && <p>{texts.returned(returned)}</p>}
      {sum !== people && <p className="problem">{texts.wrongSum(sum, people)}</p>}
    </div>
  );
}

function stateOf({ endedAt, pausedWhy, startsAt, waits, letters }: Mailing): string {
  const { ended, paused, begins, running } = texts.states;
  if (endedAt !== null) return ended(formatMoment(endedAt), letters);
  if (pausedWhy !== null) return paused(pausedWhy, letters.accepted);
  if (Date.parse(startsAt) > Date.now()) return begins(formatMoment(startsAt));
  return waits ? waitingSince(formatMoment(waits.since), waits.why) : running;
}

/** Whether nobody has it, so that all of it can be taken back. */
function isUntouchedOf({ sending, accepted, refused, uncertain }: Mailing['letters']): boolean {
  return sending + accepted + refused + uncertain === 0;
}
