import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useReducer, useRef } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { rightErrors } from '../../../../contract/identity.ts';
import { getSession } from '../../../browser-calls.ts';
import type { AnalyticsEvent } from '../analytics-state.ts';
import { signInTexts } from '../analytics-texts.ts';
import { submitForm, useAnswer } from '../ask-server.ts';
import { SignInField } from '../sign-in.tsx';
import { emptySignInForm, nextSignInForm, type SignInForm } from '../sign-in-form-state.ts';
import { useDashboard } from './dashboard-context.ts';
import { actTexts } from './dashboard-texts.ts';

interface FreshCodeProps {
  /** The button to press afterwards. */
  name: string;
  onDone(): void;
  onCancel(): void;
}

/**
 * A new sign-in of the same admin, whose session replaces the one that is too old. One press sends the code to the
 * number of the session; if only the browser can send codes, the admin types the number.
 */
export function FreshCode({ name, onDone, onCancel }: FreshCodeProps) {
  const { userId, send } = useDashboard();
  const [form, change] = useReducer(nextSignInForm, emptySignInForm);
  const { data: session, isError } = useQuery<ResponseOf<'getSession'>>({ queryKey: [getSession] });
  /** The masked number of the session; null if the admin must type it; undefined until that is known. */
  const own = isError ? null : session?.phone;
  const button = useRef<HTMLButtonElement>(null);
  const isOnePress = typeof own === 'string' && form.step === 'phone';
  useLayoutEffect(() => {
    if (isOnePress) button.current?.focus();
  }, [isOnePress]);
  const submit = (sent: SignInForm) => submitForm({ ...sent, phone: own ? undefined : sent.phone });
  useAnswer(form.busy ? form : undefined, submit, take);

  function take(answer: AnalyticsEvent): void {
    if (answer.type === 'code-sent' || answer.type === 'failed') change(answer);
    else if (answer.type !== 'signed-in') send(answer);
    else if (answer.userId === userId) onDone();
    else send({ type: 'session-found', userId: answer.userId });
  }

  const step = signInTexts[form.step];
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        change({ type: isOnePress ? 'new-code-wanted' : 'submitted' });
      }}
    >
      <p>{`${rightErrors.codeNeeded} ${actTexts.onlyRenews(name)}`}</p>
      {own !== undefined && !isOnePress && (
        <SignInField key={form.step} form={{ ...form, phone: own ?? form.phone }} send={change} />
      )}
      {isOnePress && (
        <p className="problem" role="alert">
          {form.error}
        </p>
      )}
      <p className="keys">
        {own !== undefined && (
          <button ref={button} className="key key-main" type="submit" aria-disabled={form.busy}>
            {form.busy ? step.busy : isOnePress ? signInTexts.phone.own(own) : step.button}
          </button>
        )}
        {form.step === 'code' && (
          <button className="key" type="button" onClick={() => change({ type: 'new-code-wanted' })}>
            {signInTexts.code.again}
          </button>
        )}
        <button className="key" type="button" onClick={onCancel}>
          {actTexts.cancel}
        </button>
      </p>
    </form>
  );
}
