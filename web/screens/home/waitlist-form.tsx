import {
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { brand } from '../../../brand.ts';
import { EMAIL_FIELD_NAME } from '../../../contract/screens.ts';
import { CheckIcon } from '../../design/icons.tsx';
import { createToastQueue, type Toast } from '../../design/toast-queue.ts';
import { Toaster } from '../../design/toaster.tsx';
import { hasLitWindow, hasSignUp, lightWindow } from '../../design/visitor-memory.ts';
import {
  EMAIL_FIELD_ID,
  EMAIL_PLACEHOLDER,
  joinButton,
  LOOK_FOR_LETTER,
  ON_THE_LIST,
  waitlistToasts,
} from '../../design/waitlist-texts.ts';
import { replaceDinnerLink } from './dinner-link.ts';
import { joinByLetter, joinWaitlist } from './join-waitlist.ts';
import {
  initialWaitlistFormState,
  nextWaitlistFormState,
  type Trouble,
  troubleOfCall,
  troubleOfText,
} from './waitlist-form-state.ts';

const toasts = createToastQueue();

/**
 * A lasting message, because the toast disappears. It is placed over the skyline, below the sentence about the age, so
 * that nothing moves or is covered when it appears.
 * The message's styles are in the script, because the page's HTML is almost as large as budgets.spec.ts allows.
 */
const BELOW_THE_FORM = {
  position: 'relative',
  width: 'max-content',
  maxWidth: '100%',
  marginTop: '0.875rem',
  // The part of the skyline that the message may cover. A message that is longer, such as with large text, moves it.
  marginBottom: '-6rem',
  padding: '0.25rem 0.875rem',
  scrollMarginBottom: '1rem',
} as const;

/** After the sentence about the age. As a flex item it is never less than 0 high, also with the margin of its message. */
const LAST = { order: 1 };

/**
 * Without this script the browser sends the form to the address of the page, which names the friend. The field is
 * uncontrolled, so that what was typed before hydration is kept.
 */
export function WaitlistForm({ sendsLetters }: { sendsLetters: boolean }) {
  const [state, dispatch] = useReducer(nextWaitlistFormState, initialWaitlistFormState);
  const [isUsed, setIsUsed] = useState(false);
  const [note, setNote] = useState<string>();
  const troubleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const line = useRef<HTMLParagraphElement>(null);
  // A second submit can come before React has rendered the first submit. The second submit must not send a request.
  const isSending = useRef(false);
  const join = sendsLetters ? joinByLetter : joinWaitlist;
  const { trouble } = state;
  const shownNote = trouble ? undefined : note;
  const isLocked = state.step === 'submitting' || state.step === 'joined';

  useTextBefore(field);
  // Before hydration, React does not receive the focus event.
  useEffect(() => {
    if (document.activeElement === field.current) setIsUsed(true);
    if (!hasLitWindow()) return;
    setNote(sendsLetters && hasSignUp() ? LOOK_FOR_LETTER : ON_THE_LIST);
    replaceDinnerLink();
  }, [sendsLetters]);

  // On small phones the line is below the window.
  useEffect(() => {
    if (trouble || (note && state.step === 'joined')) {
      line.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [trouble, note, state.step]);

  async function submit(data: FormData): Promise<void> {
    if (isSending.current) return;
    const email = String(data.get(EMAIL_FIELD_NAME) ?? '');
    toasts.dismissAll();
    dispatch({ type: 'submitted', email });
    if (troubleOfText(email)) {
      toasts.raise(waitlistToasts.invalidEmail);
      field.current?.focus();
      return;
    }
    isSending.current = true;
    keepFocus();
    try {
      await join(email);
    } catch (error) {
      // The server's check is stricter than the form's. An address that it refuses must be corrected, so the toast does
      // not ask to try again.
      const trouble = troubleOfCall(error);
      letCorrect(
        trouble.isOfAddress ? waitlistToasts.invalidEmail : waitlistToasts.failed,
        trouble,
      );
      return;
    }
    dispatch({ type: 'accepted' });
    lightWindow();
    replaceDinnerLink();
    setNote(sendsLetters ? LOOK_FOR_LETTER : ON_THE_LIST);
    // The user cannot scroll a disabled field. Without this call the field would show the end of a long address.
    field.current?.scrollTo(0, 0);
    toasts.raise(waitlistToasts.joined(brand.product));
  }

  function letCorrect(toast: Toast, trouble: Trouble): void {
    isSending.current = false;
    toasts.raise(toast);
    // Rendered immediately, because a field that is still disabled cannot get the focus.
    flushSync(() => dispatch({ type: 'failed', trouble }));
    field.current?.focus();
  }

  function takeFocusBack(): void {
    (isLocked ? form : field).current?.focus({ preventScroll: true });
  }

  /** Focuses the form: a disabled field loses the focus, and the next Tab would start at the top of the page. */
  function keepFocus(): void {
    if (!form.current?.contains(document.activeElement)) return;
    form.current.focus({ preventScroll: true });
  }

  return (
    <>
      <form
        ref={form}
        className="waitlist-form pill"
        tabIndex={-1}
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget));
        }}
        noValidate
        onFocus={() => setIsUsed(true)}
        onPointerEnter={() => setIsUsed(true)}
      >
        <input
          ref={field}
          id={EMAIL_FIELD_ID}
          className="field"
          type="email"
          name={EMAIL_FIELD_NAME}
          aria-label={EMAIL_PLACEHOLDER}
          placeholder={EMAIL_PLACEHOLDER}
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
          onInput={() => dispatch({ type: 'edited' })}
          aria-invalid={trouble?.isOfAddress || undefined}
          aria-describedby={trouble && troubleId}
          disabled={isLocked}
        />
        <button
          className={state.step === 'joined' ? 'button button-done' : 'button'}
          type="submit"
          disabled={isLocked}
        >
          {state.step === 'joined' && <CheckIcon />}
          <span>{joinButton[state.step]}</span>
        </button>
      </form>
      {/* Not a live region: the toast is announced. Then the field is focused, and this text is its description. */}
      {trouble && (
        <div style={LAST}>
          <p
            ref={line}
            className="toast-plain toast-destructive"
            id={troubleId}
            style={BELOW_THE_FORM}
          >
            {trouble.sentence}
          </p>
        </div>
      )}
      {/*
       * The note of a site that sends letters says what to do, so screen readers announce it. They announce only what
       * is added to an element that was there before.
       */}
      {(shownNote || (isUsed && sendsLetters)) && (
        <div style={LAST}>
          <p
            ref={line}
            className={shownNote && 'toast-plain'}
            style={BELOW_THE_FORM}
            role={sendsLetters ? 'status' : undefined}
          >
            {shownNote}
          </p>
        </div>
      )}
      <Toaster queue={toasts} prepared={isUsed} takeFocusBack={takeFocusBack} />
    </>
  );
}

/**
 * Keeps the text and the focus of the field in the page's HTML. If an extension or a translation has changed the form,
 * React does not hydrate this field, but creates another one.
 */
function useTextBefore(created: RefObject<HTMLInputElement | null>): void {
  const [before] = useState(findField);
  useLayoutEffect(() => {
    if (!before || !created.current || before.field === created.current) return;
    created.current.value = before.field.value;
    if (before.hadFocus) created.current.focus();
  }, [before, created]);
}

function findField() {
  // The page is prerendered without a document.
  if (typeof document === 'undefined') return undefined;
  const field = document.getElementById(EMAIL_FIELD_ID) as HTMLInputElement | null;
  return field && { field, hadFocus: document.activeElement === field };
}
