import { type Dispatch, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { CODE_LIFETIME_MS } from '../../../contract/identity.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { BACK_TO_HOME } from '../../design/screen-texts.ts';
import type { AnalyticsEvent, Notice } from './analytics-state.ts';
import { signInTexts } from './analytics-texts.ts';
import { preparedIdentity } from './identity/set-up-identity.ts';
import type { SignInForm, SignInFormEvent } from './sign-in-form-state.ts';

interface SignInProps {
  form: SignInForm;
  notice?: Notice | undefined;
  send: Dispatch<AnalyticsEvent>;
}

export function SignIn({ form, notice, send }: SignInProps) {
  useCodeLifetime(form, send);
  const texts = signInTexts[form.step];

  return (
    <main className="sign-in">
      <SunMark />
      <h1>{signInTexts.title}</h1>
      <p className="sign-in-subtitle">{texts.subtitle}</p>
      <div role="alert">{notice && <NoticeBox notice={notice} send={send} />}</div>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: 'submitted' });
        }}
      >
        <SignInField key={form.step} form={form} send={send} />
        <button className="key key-main" type="submit" disabled={form.busy}>
          {form.busy ? texts.busy : texts.button}
        </button>
        {form.isCodeOver && (
          <button
            className="key"
            type="button"
            disabled={form.busy}
            onClick={() => send({ type: 'new-code-wanted' })}
          >
            {signInTexts.code.again}
          </button>
        )}
        {form.step === 'code' && (
          <button
            className="key key-plain"
            type="button"
            disabled={form.busy}
            onClick={() => send({ type: 'went-back' })}
          >
            {signInTexts.code.back}
          </button>
        )}
      </form>
      <a className="quiet-link" href={listedScreens.home}>
        {BACK_TO_HOME}
      </a>
    </main>
  );
}

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
    <div className="field">
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
      <p className="note" id={`${id}-hint`}>
        {form.step === 'phone' ? signInTexts.phone.hint : signInTexts.code.hint(form.phone)}
      </p>
      {operatorGivesCodes && (
        <p className="note" id={`${id}-operator`}>
          {signInTexts.operatorGivesCodes}
        </p>
      )}
      <p className="problem" id={`${id}-error`} role="alert">
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

/** Reports that the code has expired. While a guess is being checked, the report waits for the answer. */
function useCodeLifetime({ step, sentAt, busy }: SignInForm, send: SignInProps['send']): void {
  useEffect(() => {
    if (step !== 'code' || busy) return;
    const left = sentAt + CODE_LIFETIME_MS - Date.now();
    const timer = setTimeout(() => send({ type: 'code-expired' }), left);
    return () => clearTimeout(timer);
  }, [step, sentAt, busy, send]);
}

function NoticeBox({ notice, send }: { notice: Notice; send: SignInProps['send'] }) {
  const { text, remedy } = notice;
  return (
    <div className="notice">
      <p>{text}</p>
      {remedy && (
        <button className="key" type="button" onClick={() => send({ type: remedy })}>
          {signInTexts.tryAgain}
        </button>
      )}
    </div>
  );
}

/** The product's logo mark in one colour: the sun on the horizon. Hidden from screen readers. */
function SunMark() {
  return (
    <svg className="sun-mark" viewBox="1 0 14 14" aria-hidden="true">
      <path d="M3.4 11A5 5 0 1 1 12.6 11z" />
      <path d="M1 12.25h14v1.25H1z" />
    </svg>
  );
}
