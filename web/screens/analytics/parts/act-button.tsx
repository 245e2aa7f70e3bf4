import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { actTexts as texts } from './act-texts.ts';
import { FreshCode } from './fresh-code.tsx';
import type { Act, Acts } from './use-acts.ts';

interface ActButtonProps {
  acts: Acts;
  act: Act;
  /** A shorter text, where the place of the button says the rest, which is in the label for screen readers. */
  text?: string;
  label?: string;
  icon?: ReactNode;
  className?: string;
  /** The id of an element that says more. */
  describedBy?: string;
}

export function ActButton(props: ActButtonProps) {
  const { acts, act, text, label = act.name, icon, className, describedBy } = props;
  return (
    <button
      className={className ?? 'key'}
      type="button"
      aria-disabled={acts.isBusy}
      aria-label={text && label}
      aria-describedby={describedBy}
      onClick={({ detail, currentTarget }) => {
        // The second click of a double click: another row may be below the pointer by now.
        if (detail < 2) acts.press(act, currentTarget);
      }}
    >
      {icon}
      <span>{text ?? act.name}</span>
    </button>
  );
}

/** What the last act has done, or why it was not done. */
export function Said({ acts: { said } }: { acts: Acts }) {
  return (
    <p className={said ? 'said' : 'unseen'} role="status">
      {said}
    </p>
  );
}

interface ActPlaceProps {
  acts: Acts;
  /** The acts whose buttons are there now. */
  of: readonly (Act | false | undefined)[];
}

/** Where the question of an act, or the form for a new code, appears. */
export function ActPlace({ acts, of }: ActPlaceProps) {
  const { open, close } = acts;
  const act = of.find((one) => one && one.id === open?.id) || undefined;
  const isGone = open && !open.needsCode && !act;
  useEffect(() => {
    if (isGone) close();
  });
  if (open?.needsCode)
    return (
      <Returning acts={acts}>
        <FreshCode name={act?.name} onDone={() => acts.renewed(act)} onCancel={close} />
      </Returning>
    );
  return (
    open &&
    act?.question && (
      <Returning acts={acts}>
        <Question acts={acts} act={act} />
      </Returning>
    )
  );
}

/** Gives the focus back to the pressed button when its content disappears. */
function Returning({ acts: { opener }, children }: { acts: Acts; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = part.current;
    return () => {
      if (shown?.contains(document.activeElement)) opener.current?.focus({ preventScroll: true });
    };
  }, [opener]);
  return (
    <div ref={part} className="act-place">
      {children}
    </div>
  );
}

function Question({ acts, act }: { acts: Acts; act: Act }) {
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  // The browser's own scrolling would move the row to the middle of the window.
  useEffect(() => {
    cancel.current?.focus({ preventScroll: true });
    cancel.current?.closest('.act-place')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      className="notice"
      aria-labelledby={id}
      onKeyDown={({ key }) => key === 'Escape' && acts.close()}
    >
      <p id={id}>{act.question}</p>
      <p className="keys">
        <button
          ref={cancel}
          className="key"
          type="button"
          aria-describedby={id}
          onClick={acts.close}
        >
          {texts.cancel}
        </button>
        <button
          className="key"
          type="button"
          aria-disabled={acts.isBusy}
          onClick={() => acts.begin(act)}
        >
          {act.name}
        </button>
      </p>
    </section>
  );
}

/** @returns the button that has submitted a form, or that Enter in a field stands for */
export function submitterOf({ nativeEvent }: FormEvent): HTMLElement | null {
  return (nativeEvent as SubmitEvent).submitter;
}
