import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { actTexts as texts } from './dashboard-texts.ts';
import { FreshCode } from './fresh-code.tsx';
import type { Act, Acts } from './use-acts.ts';

interface ActButtonProps extends ComponentProps<'button'> {
  acts: Acts;
  act: Act;
  /** A shorter text, where the place of the button says the rest, which is in the label for screen readers. */
  text?: string;
  label?: string;
  icon?: ReactNode;
}

export function ActButton({ acts, act, text, label, icon, ...button }: ActButtonProps) {
  return (
    <button
      className="key"
      type="button"
      aria-disabled={acts.isBusy}
      aria-label={text && (label ?? act.name)}
      onClick={({ detail, currentTarget }) => {
        // The second click of a double click: another row may be below the pointer by now.
        if (detail < 2) acts.press(act, currentTarget);
      }}
      {...button}
    >
      {icon}
      <span>{text ?? act.name}</span>
    </button>
  );
}

interface ActFormProps extends ComponentProps<'form'> {
  acts: Acts;
  /** Its name is on the button. */
  act: Act;
  isMain?: boolean;
  /** @returns whether what was typed may be sent; if not, it is shown why */
  check?: () => boolean;
  /** Elements after the button. */
  after?: ReactNode;
}

/** Fields whose button does an act. */
export function ActForm(props: ActFormProps) {
  const { acts, act, isMain, check, children, after, ...form } = props;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (check?.() ?? true) acts.press(act, submitter);
      }}
      {...form}
    >
      {children}
      <p className="keys wide">
        <button
          className={isMain ? 'key key-main' : 'key'}
          type="submit"
          aria-disabled={acts.isBusy}
          // The second click of a double click may follow the answer to the first, and would do it once more.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {act.name}
        </button>
        {after}
      </p>
    </form>
  );
}

/** What the last act of a panel has done, or why it was not done, and the place of its questions. */
export function Acted({ acts }: { acts: Acts }) {
  return (
    <>
      <p className={acts.said ? 'said' : 'unseen'} role="status">
        {acts.said}
      </p>
      <ActPlace acts={acts} />
    </>
  );
}

/** Where the question of an act, or the form for a new code, appears. @param row of the acts of one row */
export function ActPlace({ acts, row }: { acts: Acts; row?: string | number }) {
  const { open, setOpen, say } = acts;
  if (!open || open.act.row !== row) return null;
  const { act, opener, needsCode } = open;
  const close = () => setOpen(undefined);
  function renew(): void {
    setOpen(act.question ? { act, opener } : undefined);
    say(texts.renewed);
  }
  return (
    <Returning key={String(needsCode)} opener={opener}>
      {needsCode ? (
        <FreshCode name={act.name} onDone={renew} onCancel={close} />
      ) : (
        <Question acts={acts} act={act} close={close} />
      )}
    </Returning>
  );
}

/** Gives the focus back to the pressed button when its content disappears. */
function Returning({ opener, children }: { opener: HTMLElement | null; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = place.current;
    return () => {
      if (shown?.contains(document.activeElement)) opener?.focus({ preventScroll: true });
    };
  }, [opener]);
  return (
    <div ref={place} className="act-place">
      {children}
    </div>
  );
}

function Question({ acts, act, close }: { acts: Acts; act: Act; close: () => void }) {
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
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <p id={id}>{act.question}</p>
      <p className="keys">
        <button ref={cancel} className="key" type="button" aria-describedby={id} onClick={close}>
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
