import { useEffect, useRef, useState } from 'react';
import { type MailingLetterState, mailingLetterStates } from '../../../../contract/mailings.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { endMailing, pauseMailing, resumeMailing } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import type { DashboardProps } from '../analytics-event.ts';
import { CallOutcome } from './call-outcome.tsx';
import { Confirmation } from './confirmation.tsx';
import { MailingPart } from './mailing-part.tsx';
import { mailingTexts as texts } from './mailing-texts.ts';
import { formatCount, formatMoment } from './numbers.ts';
import { useGuardedCalls } from './use-guarded-calls.ts';

interface ItemProps extends DashboardProps {
  mailing: Mailing;
  /** Whether it was sent just now, so that it gets the focus. */
  isNew: boolean;
  onChange(mailing: Mailing): void;
  onRefused(): void;
}

/** What was sent at once: how far it has come, its parts, and what can be done with it. */
export function MailingItem({ mailing, isNew, userId, send, onChange, onRefused }: ItemProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useRef<HTMLButtonElement>(null);
  const [isEnding, setIsEnding] = useState(false);
  const [open, setOpen] = useState<MailingLetterState>();
  const calls = useGuardedCalls(send, onRefused);
  const { isBusy, run, setMessage } = calls;
  const { id: number, letters } = mailing;

  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);

  // The buttons are gone when it has ended.
  const hasKeys = mailing.endedAt === null;
  useEffect(() => {
    if (!hasKeys) return;
    return () => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    };
  }, [hasKeys]);

  const acts = { pause: pauseMailing, resume: resumeMailing, end: endMailing };
  function act(name: keyof typeof acts, said: (changed: Mailing) => string): void {
    if (isBusy) return;
    void run(
      () => callApi(acts[name], { mailing: number }),
      (changed) => {
        onChange(changed);
        setMessage(said(changed));
        if (name !== 'end') return;
        setIsEnding(false);
        heading.current?.focus();
      },
    );
  }

  const isPaused = mailing.pausedWhy !== null;
  return (
    <li>
      <div className="mailing-name">
        <h3 ref={heading} tabIndex={-1}>
          {texts.name(mailing)}
        </h3>
        <p>{`${texts.whom(mailing)} · ${formatMoment(mailing.at)}${mailing.who === null ? '' : `, ${mailing.who}`}`}</p>
        <p>{stateOf(mailing)}</p>
      </div>
      {hasKeys && (
        <p className="wave-keys">
          <button
            className="key"
            type="button"
            aria-disabled={isBusy}
            onClick={() =>
              isPaused ? act('resume', () => texts.resumed) : act('pause', () => texts.paused)
            }
          >
            {isPaused ? texts.resume(letters.waiting) : texts.pause}
          </button>
          <button
            ref={end}
            className="key"
            type="button"
            onClick={() => {
              setMessage(undefined);
              setIsEnding(true);
            }}
          >
            {isUntouched(mailing) ? texts.takeBack : texts.end}
          </button>
        </p>
      )}
      <Sum mailing={mailing} open={open} onOpen={setOpen} />
      {isEnding && !calls.repeat && (
        <Confirmation
          question={isUntouched(mailing) ? texts.sureTakeBack : texts.sureEnd(mailing)}
          message={undefined}
          onAct={() => act('end', texts.ended)}
          onCancel={() => {
            setIsEnding(false);
            end.current?.focus();
          }}
        >
          {isUntouched(mailing) ? texts.takeBack : texts.endNow}
        </Confirmation>
      )}
      <CallOutcome {...{ userId, send, calls, heading }} />
      {open && (
        <MailingPart key={open} {...{ mailing, userId, send, onChange, onRefused }} state={open} />
      )}
    </li>
  );
}

interface SumProps {
  mailing: Mailing;
  open: MailingLetterState | undefined;
  onOpen(state: MailingLetterState | undefined): void;
}

/** A bar, and below it the parts, which add up to all people. Each part opens as a list. */
function Sum({ mailing: { letters, people, returned }, open, onOpen }: SumProps) {
  // What waits comes last.
  const [waiting, sending, ...done] = mailingLetterStates;
  const states = [...done, sending, waiting].filter(
    (state) => letters[state] > 0 || state === 'accepted' || state === open,
  );
  const sum = states.reduce((sum, state) => sum + letters[state], 0);
  return (
    <div className="mailing-sum">
      <div className="mailing-bar" aria-hidden="true">
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
              onClick={() => onOpen(state === open ? undefined : state)}
            >
              {`${formatCount(letters[state])} ${texts.parts[state]}`}
            </button>
          </span>
        ))}
        <span>{` = ${formatCount(people)}`}</span>
      </p>
      {returned.bounced + returned.complained > 0 && <p>{texts.returned(returned)}</p>}
      {sum !== people && <p className="waves-problem">{texts.wrongSum(sum, people)}</p>}
    </div>
  );
}

function stateOf({ endedAt, pausedWhy, startsAt, letters }: Mailing): string {
  const { ended, paused, begins, running } = texts.states;
  if (endedAt !== null) return ended(formatMoment(endedAt));
  if (pausedWhy !== null) return paused(pausedWhy, letters.accepted);
  return Date.parse(startsAt) > Date.now() ? begins(formatMoment(startsAt)) : running;
}

/** Whether nobody has it, so that all of it can be taken back. */
function isUntouched({ letters: { sending, accepted, refused, uncertain } }: Mailing): boolean {
  return sending + accepted + refused + uncertain === 0;
}
