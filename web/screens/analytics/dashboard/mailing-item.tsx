import { useEffect, useRef, useState } from 'react';
import { type MailingLetterState, mailingLetterStates } from '../../../../contract/mailings.ts';
import type { Mailing } from '../../../../contract/schemas/mailings.ts';
import { endMailing, pauseMailing, resumeMailing } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import type { DashboardProps } from '../analytics-event.ts';
import { CallOutcome } from './call-outcome.tsx';
import { Confirmation } from './confirmation.tsx';
import { writeAgain } from './mailing-draft.ts';
import { MailingPart } from './mailing-part.tsx';
import { mailingTexts as texts } from './mailing-texts.ts';
import { formatCount, formatMoment } from './numbers.ts';
import { type LastCall, useGuardedCalls } from './use-guarded-calls.ts';

interface ItemProps extends DashboardProps {
  mailing: Mailing;
  /** Whether it was sent just now, so that it gets the focus. */
  isNew: boolean;
  onChange(mailing: Mailing): void;
  onPaused(): void;
  onRefused(): void;
  lastCall: LastCall;
}

type Phase = 'running' | 'paused' | 'ended';

/** What was sent at once: how far it has come, its parts, and what can be done with it. */
export function MailingItem(props: ItemProps) {
  const { mailing, isNew, userId, send, onChange, onPaused, onRefused, lastCall } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const asker = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<{ act: 'resume' | 'end'; phase: Phase }>();
  const [open, setOpen] = useState<MailingLetterState>();
  const calls = useGuardedCalls(send, onRefused, lastCall);
  const { isBusy, run, setMessage } = calls;
  const { id: number, letters } = mailing;

  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);

  const hasKeys = mailing.endedAt === null;
  const isPaused = mailing.pausedWhy !== null;
  const phase: Phase = hasKeys ? (isPaused ? 'paused' : 'running') : 'ended';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another admin may have changed it, too
  useEffect(
    () => () => {
      setAsked(undefined);
      setMessage(undefined);
      // The button or the question that had the focus is gone.
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    },
    [phase],
  );

  function pause(): void {
    if (!isBusy)
      void run(() => callApi(pauseMailing, { mailing: number }), onPaused, texts.unanswered);
  }

  function show(changed: Mailing): void {
    if (changed.endedAt !== null && isUntouchedOf(changed.letters)) writeAgain(userId, changed);
    onChange(changed);
  }

  function ask(act: 'resume' | 'end', button: HTMLButtonElement): void {
    asker.current = button;
    setMessage(undefined);
    setAsked({ act, phase });
  }

  const isUntouched = isUntouchedOf(letters);
  const questions = {
    resume: { call: resumeMailing, question: texts.sureResume(letters), name: texts.resumeNow },
    end: {
      call: endMailing,
      question: (isUntouched ? texts.sureTakeBack : texts.sureEnd)(mailing),
      name: isUntouched ? texts.takeBack : texts.endNow,
    },
  } as const;
  const question = asked?.phase === phase && !calls.repeat && questions[asked.act];

  return (
    <li>
      <div className="mailing-name">
        <h3 ref={heading} tabIndex={-1}>
          {texts.name(mailing)}
        </h3>
        <p>{`${texts.whom(mailing)} · ${formatMoment(mailing.at)}${mailing.who === null ? '' : `, ${mailing.who}`}`}</p>
        <p>
          <span role="status">{stateOf(mailing)}</span>{' '}
          {mailing.lastAt && <span>{texts.last(formatMoment(mailing.lastAt))}</span>}
        </p>
      </div>
      {hasKeys && (
        <p className="wave-keys">
          {isPaused ? (
            <button
              key="resume"
              className="key"
              type="button"
              onClick={({ currentTarget }) => ask('resume', currentTarget)}
            >
              {texts.resume(letters.waiting)}
            </button>
          ) : (
            <button
              key="pause"
              className="key"
              type="button"
              aria-disabled={isBusy}
              onClick={pause}
            >
              {texts.pause}
            </button>
          )}
          <button
            className="key"
            type="button"
            onClick={({ currentTarget }) => ask('end', currentTarget)}
          >
            {isUntouched ? texts.takeBack : texts.end}
          </button>
        </p>
      )}
      {mailing.people > 0 && (
        <>
          <Sum mailing={mailing} open={open} onOpen={setOpen} />
          <details>
            <summary>{texts.words}</summary>
            <p className="mailing-words">{mailing.words}</p>
          </details>
        </>
      )}
      {question && (
        <Confirmation
          question={question.question}
          message={undefined}
          onAct={() => {
            const { call } = question;
            if (!isBusy) void run(() => callApi(call, { mailing: number }), show, texts.unanswered);
          }}
          onCancel={() => {
            setAsked(undefined);
            asker.current?.focus();
          }}
        >
          {question.name}
        </Confirmation>
      )}
      <CallOutcome {...{ userId, send, calls, heading }} />
      {open && (
        <MailingPart
          key={open}
          {...{ mailing, userId, send, onChange, onRefused, lastCall }}
          state={open}
        />
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

function stateOf({ people, endedAt, pausedWhy, startsAt, letters }: Mailing): string {
  const { elsewhere, ended, paused, begins, running } = texts.states;
  if (people === 0) return elsewhere;
  if (endedAt !== null) return ended(formatMoment(endedAt), letters);
  if (pausedWhy !== null) return paused(pausedWhy, letters.accepted);
  return Date.parse(startsAt) > Date.now() ? begins(formatMoment(startsAt)) : running;
}

/** Whether nobody has it, so that all of it can be taken back. */
function isUntouchedOf({ sending, accepted, refused, uncertain }: Mailing['letters']): boolean {
  return sending + accepted + refused + uncertain === 0;
}
