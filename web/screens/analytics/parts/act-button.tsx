import {
  type ComponentProps,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { actTexts as texts } from './dashboard-texts.ts';
import { FreshCode } from './fresh-code.tsx';
import type { Act, Acts, Open } from './use-acts.ts';

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
      onClick={({ detail }) => {
        // The second click of a double click: another row may be below the pointer by now.
        if (detail < 2) acts.press(act);
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
  /** Elements after the button. */
  after?: ReactNode;
}

/** Fields whose button does an act. */
export function ActForm(props: ActFormProps) {
  const { acts, act, isMain, children, after, ...form } = props;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        acts.press(act);
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

/**
 * What the last act of a panel has done, or why it was not done, and the dialog of its questions.
 *
 * @param unseen what only screen readers get, while there is nothing to say
 */
export function Acted({ acts, unseen }: { acts: Acts; unseen?: string }) {
  return (
    <>
      <p className={acts.said ? 'said' : 'unseen'} role="status">
        {acts.said ?? unseen}
      </p>
      {acts.open && <ActDialog acts={acts} {...acts.open} />}
    </>
  );
}

/** The question of an act, or the form for a new code. The rest of the page cannot be used meanwhile. */
function ActDialog({ acts, act, needsCode = false }: Open & { acts: Acts }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isShown, setIsShown] = useState(false);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    setIsShown(true);
    // The browser gives the focus back to the pressed button, but not when an open dialog is removed.
    return () => shown?.close();
  }, []);
  const close = () => acts.setOpen(undefined);
  function renewed(): void {
    close();
    acts.say(texts.renewed);
  }
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={act.name}
      // By Escape, which must not lose a code. The event `close` may come only after the next key.
      onCancel={(event) => {
        event.preventDefault();
        if (!needsCode) close();
      }}
      onClose={close}
    >
      {isShown && needsCode && <FreshCode name={act.name} onDone={renewed} onCancel={close} />}
      {isShown && !needsCode && (
        <>
          <p id={id}>{act.question}</p>
          <p className="keys">
            {/* biome-ignore lint/a11y/noAutofocus: the first focus of the dialog */}
            <button className="key" type="button" autoFocus aria-describedby={id} onClick={close}>
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
        </>
      )}
    </dialog>
  );
}
