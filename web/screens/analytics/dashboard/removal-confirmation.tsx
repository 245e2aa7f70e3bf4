import { useEffect, useId, useRef } from 'react';
import { waitlistTexts } from './waitlist-texts.ts';

const { people: texts } = waitlistTexts;

interface ConfirmationProps {
  email: string;
  /** Why the removal has failed. */
  message: string | undefined;
  onRemove(email: string): void;
  onKeep(): void;
}

/** The question before an address is removed, in a row below that of the address. */
export function Confirmation({ email, message, onRemove, onKeep }: ConfirmationProps) {
  const id = useId();
  const keep = useRef<HTMLButtonElement>(null);
  // The browser's own scrolling would move the row to the middle of the window.
  useEffect(() => {
    keep.current?.focus({ preventScroll: true });
    keep.current?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section className="notice" aria-labelledby={id}>
      <p id={id}>{`${message ?? ''} ${texts.sure(email)}`}</p>
      <p>
        <button ref={keep} className="key" type="button" aria-describedby={id} onClick={onKeep}>
          {texts.keep}
        </button>{' '}
        <button className="key" type="button" onClick={() => onRemove(email)}>
          {texts.removeNow}
        </button>
      </p>
    </section>
  );
}

/** Focuses a button of the row after or before a removed one. The confirmation is between a row and the next one. */
export function focusNear(row: Element | null | undefined, otherwise: HTMLElement | null): void {
  const near = row?.nextElementSibling?.nextElementSibling ?? row?.previousElementSibling;
  (near?.querySelector('button') ?? otherwise)?.focus();
}
