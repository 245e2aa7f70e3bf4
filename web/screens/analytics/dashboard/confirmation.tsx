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
  onKeep(): void;
}

/** The question before people are removed or set back, below the row of the pressed button. */
export function Confirmation({ question, message, children, onAct, onKeep }: ConfirmationProps) {
  const id = useId();
  const keep = useRef<HTMLButtonElement>(null);
  // The browser's own scrolling would move the row to the middle of the window.
  useEffect(() => {
    keep.current?.focus({ preventScroll: true });
    keep.current?.closest('tr, li')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section className="notice" aria-labelledby={id}>
      <p id={id}>{`${message ?? ''} ${question}`}</p>
      <p>
        <button ref={keep} className="key" type="button" aria-describedby={id} onClick={onKeep}>
          {waitlistTexts.keep}
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
  onKeep(): void;
}

export function AddressQuestion(props: AddressQuestionProps) {
  const { asked, message, onAct, onKeep } = props;
  const [question, name] =
    asked.act === 'remove'
      ? [texts.sure(asked.email), texts.removeNow]
      : [texts.sureBack(asked.email), waitlistTexts.back];
  return (
    <Confirmation {...{ question, message, onKeep }} onAct={() => onAct(asked)}>
      {name}
    </Confirmation>
  );
}

/** Focuses a button of the row after or before a removed one. The confirmation is between a row and the next one. */
export function focusNear(row: Element | null | undefined, otherwise: HTMLElement | null): void {
  const near = row?.nextElementSibling?.nextElementSibling ?? row?.previousElementSibling;
  (near?.querySelector('button') ?? otherwise)?.focus();
}
