import { useEffect, useRef, useState } from 'react';
import {
  type LetterState,
  letterStates,
  PAUSED_BY_ADMIN,
  waitingSince,
} from '../../../../contract/mailings.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { endMailing, getMailing, pauseMailing, resumeMailing } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton } from '../parts/act-button.tsx';
import { useDashboard } from '../parts/dashboard-context.ts';
import { actTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatMoment } from '../parts/numbers.ts';
import { withQuery } from '../parts/query-client.ts';
import type { Act, Acts } from '../parts/use-acts.ts';
import { writeAgain } from './mailing-draft.ts';
import { mailingTexts as texts } from './mailing-texts.ts';
import { type Part, Recipients, readPart } from './recipients.tsx';

export function readMailing(id: number): Promise<Mailing> {
  return callApi(withQuery(getMailing, { mailing: String(id) }), undefined);
}

interface ItemProps {
  mailing: Mailing;
  acts: Acts;
  /** Whether it was sent just now, so that it gets the focus. */
  isNew: boolean;
  isNewest: boolean;
  canResume: boolean;
  onChange(mailing: Mailing): void;
}

/** A mailing: how far it has come, its letters in each state, and what can be done with it. */
export function MailingItem({ mailing, acts, isNew, isNewest, canResume, onChange }: ItemProps) {
  const { userId } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<Part>();
  const { id, letters, pausedWhy } = mailing;
  const body = { mailing: id };
  const seen = { ...body, waiting: letters.waiting };
  const isUntouched = isUntouchedOf(letters);

  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);

  const act = (name: string, call: () => Promise<Mailing>, question?: string): Act<Mailing> => ({
    name,
    call,
    lost: actTexts.unanswered,
    ...(question && { question }),
    show(changed) {
      // Sent once more to everybody, it would reach those who have it.
      const isForOthers = changed.kind !== 'everybody' || isUntouchedOf(changed.letters);
      if (changed.endedAt !== null && isForOthers) writeAgain(userId, changed);
      onChange(changed);
      return undefined;
    },
    refresh: async () => onChange(await readMailing(id)),
  });
  // Its answer has no figures, because it needs no new code.
  const pause = act(texts.pause, async () => {
    await callApi(pauseMailing, body);
    return { ...mailing, pausedWhy: PAUSED_BY_ADMIN };
  });
  const resume = act(
    texts.resume(letters.waiting),
    () => callApi(resumeMailing, seen),
    texts.sureResume(letters),
  );
  const next = pausedWhy === null ? pause : canResume && resume;
  const end = isUntouched
    ? // Refused once a letter has left.
      act(texts.takeBackNow(id), () => callApi(endMailing, seen), texts.sureTakeBack(mailing))
    : act(texts.endNow(id), () => callApi(endMailing, body), texts.sureEnd(mailing));
  const endText = isUntouched ? texts.takeBack : texts.end;

  function press(state: LetterState): void {
    const look: Act<Part> = {
      name: texts.part(letters, state),
      call: () => readPart(id, state),
      show: (part) => void setOpen(part),
    };
    if (state === open?.state) setOpen(undefined);
    else acts.press(look);
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
      {mailing.endedAt === null && (
        <p className="keys">
          {next && <ActButton key={String(next === pause)} acts={acts} act={next} />}
          <ActButton key={endText} acts={acts} act={end} text={endText} />
        </p>
      )}
      {mailing.people > 0 && (
        <>
          <Sum mailing={mailing} open={open?.state} onPress={press} />
          <details>
            <summary>{texts.words}</summary>
            <p className="words">{mailing.words}</p>
          </details>
        </>
      )}
      {open && (
        <Recipients
          key={open.state}
          mailing={mailing}
          isNewest={isNewest}
          first={open}
          onChange={onChange}
        />
      )}
    </li>
  );
}

interface SumProps {
  mailing: Mailing;
  open: LetterState | undefined;
  onPress(state: LetterState): void;
}

/** The letters in each state, which add up to all people. Each state opens as a list. */
function Sum({ mailing, open, onPress }: SumProps) {
  const { letters, people, returned } = mailing;
  // What waits comes last.
  const [waiting, sending, ...done] = letterStates;
  const states = [...done, sending, waiting].filter(
    (state) => letters[state] > 0 || state === 'accepted' || state === open,
  );
  return (
    <div>
      <p>
        {states.map((state, n) => (
          <span key={state}>
            {n > 0 && <span> + </span>}
            <button
              className="quiet-link"
              type="button"
              aria-expanded={state === open}
              onClick={() => onPress(state)}
            >
              {texts.part(letters, state)}
            </button>
          </span>
        ))}
        <span>{` = ${formatCount(people)}`}</span>
      </p>
      {returned.bounced + returned.complained > 0 && <p>{texts.returned(returned)}</p>}
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

/** Whether no person has it, so that all of it can be taken back. */
function isUntouchedOf({ sending, accepted, refused, uncertain }: Mailing['letters']): boolean {
  return sending + accepted + refused + uncertain === 0;
}
