import { type ReactNode, useEffect, useId, useRef } from 'react';
import { waitlistTexts } from './waitlist-texts.ts';

const { people: texts } = waitlistTexts;

interface ConfirmationProps {
  question: string;
  /** Why the act has failed. */
  message: string | undefined;
  /** The name of the button that acts. */
  children: ReactNode;
  onAct(): void;
  onCancel(): void;
}

/** The question before people are removed or set back, below the row of the pressed button. */
export function Confirmation({ question, message, children, onAct, onCancel }: ConfirmationProps) {
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  // The browser's own scrolling would move the row to the middle of the window.
  useEffect(() => {
    cancel.current?.focus({ preventScroll: true });
    cancel.current?.closest('tr, li')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      className="notice"
      aria-labelledby={id}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
    >
      <p id={id}>{`${message ?? ''} ${question}`}</p>
      <p>
        <button ref={cancel} className="key" type="button" aria-describedby={id} onClick={onCancel}>
          {waitlistTexts.cancel}
        </button>{' '}
        <button className="key" type="button" onClick={onAct}>
          {children}
        </button>
      </p>
    </section>
  );
}

/** An act that waits for the answer to a question. */
export interface Asked {
  act: 'remove' | 'back';
  email: string;
  button: HTMLButtonElement;
}

interface AddressQuestionProps {
  asked: Asked;
  message: string | undefined;
  onAct(asked: Asked): void;
  onCancel(): void;
}

export function AddressQuestion(props: AddressQuestionProps) {
  const { asked, message, onAct, onCancel } = props;
  const [question, name] =
    asked.act === 'remove'
      ? [texts.sure(asked.email), texts.removeNow]
      : [texts.sureBack(asked.email), waitlistTexts.back];
  return (
    <Confirmation {...{ question, message, onCancel }} onAct={() => onAct(asked)}>
      {name}
    </Confirmation>
  );
}

/** Focuses a button of the row after or before a removed one. The confirmation is between a row and the next one. */
export function focusNear(row: Element | null | undefined, otherwise: HTMLElement | null): void {
  const near = row?.nextElementSibling?.nextElementSibling ?? row?.previousElementSibling;
  (near?.querySelector('button') ?? otherwise)?.focus();
}
