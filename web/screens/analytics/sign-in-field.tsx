import { type Dispatch, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { signInTexts } from './analytics-texts.ts';
import { preparedIdentity } from './identity/set-up-identity.ts';
import type { SignInForm, SignInFormEvent } from './sign-in-form-state.ts';

const fields = {
  phone: {
    type: 'tel',
    autoComplete: 'tel',
    inputMode: 'tel',
    placeholder: signInTexts.phone.placeholder,
  },
  code: {
    type: 'text',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
} as const;

/** The only field of a step. It gets the focus when its step begins, and after an error. */
export function SignInField({ form, send }: { form: SignInForm; send: Dispatch<SignInFormEvent> }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const operatorGivesCodes = useOperatorGivesCodes();
  const hasFailed = form.error !== undefined;
  // A layout effect runs before the next key press. An effect that runs later could select a character that was typed
  // after the error.
  useLayoutEffect(() => {
    field.current?.focus();
    if (hasFailed) field.current?.select();
  }, [hasFailed]);

  return (
    <div className="sign-in-field">
      <label htmlFor={id}>{signInTexts[form.step].label}</label>
      <input
        {...fields[form.step]}
        ref={field}
        id={id}
        className={`input sign-in-${form.step}`}
        name={form.step}
        enterKeyHint="send"
        value={form[form.step]}
        readOnly={form.busy}
        aria-invalid={hasFailed || undefined}
        aria-describedby={`${id}-hint ${id}-operator ${id}-error`}
        onChange={(event) => send({ type: 'edited', text: event.target.value })}
      />
      <p className="sign-in-hint" id={`${id}-hint`}>
        {form.step === 'phone' ? signInTexts.phone.hint : signInTexts.code.hint(form.phone)}
      </p>
      {operatorGivesCodes && (
        <p className="sign-in-hint" id={`${id}-operator`}>
          {signInTexts.operatorGivesCodes}
        </p>
      )}
      <p className="sign-in-error" id={`${id}-error`} role="alert">
        {form.error}
      </p>
    </div>
  );
}

function useOperatorGivesCodes(): boolean {
  const [gives, setGives] = useState(false);
  useEffect(() => {
    let isShown = true;
    // A failure is ignored here: the next submit tries again, and reports a second failure.
    preparedIdentity().then(
      ({ operatorGivesCodes = false }) => isShown && setGives(operatorGivesCodes),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, []);
  return gives;
}
