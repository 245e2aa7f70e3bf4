import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { rightErrors } from '../../../../contract/identity.ts';
import { getSession } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import type { DashboardProps } from '../analytics-state.ts';
import { signInTexts } from '../analytics-texts.ts';
import { submitForm } from '../ask-server.ts';
import { SignInField } from '../sign-in.tsx';
import { emptySignInForm, nextSignInForm } from '../sign-in-form-state.ts';
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
  const { userId, send, renewal } = useDashboard();
  const [form, change] = useReducer(nextSignInForm, emptySignInForm);
  const own = useOwnPhone(userId, send);
  const button = useRef<HTMLButtonElement>(null);
  const isOnePress = typeof own === 'string' && form.step === 'phone';
  const part = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => part.current?.focus(), []);
  // Once the number is known, unless the admin has gone on to another element.
  useLayoutEffect(() => {
    if (isOnePress && document.activeElement === part.current) button.current?.focus();
  }, [isOnePress]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the form is sent
  useEffect(() => {
    if (!form.busy) return;
    let isAwaited = true;
    const submitted = submitForm({ ...form, phone: own ? undefined : form.phone });
    renewal.current = submitted;
    void submitted.then((event) => {
      if (!isAwaited) return;
      if (event.type === 'code-sent' || event.type === 'failed') change(event);
      else if (event.type !== 'signed-in') send(event);
      else if (event.userId === userId) onDone();
      else send({ type: 'session-found', userId: event.userId });
    });
    return () => {
      isAwaited = false;
    };
  }, [form]);
  const step = signInTexts[form.step];
  return (
    <form
      ref={part}
      tabIndex={-1}
      className="form fresh-code"
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

/** @returns the masked number of the session; null if the admin must type it; undefined until that is known */
function useOwnPhone(userId: string, send: DashboardProps['send']): string | null | undefined {
  const [phone, setPhone] = useState<string | null>();
  useEffect(() => {
    let isAwaited = true;
    callApi(getSession, undefined).then(
      (found) => {
        if (!isAwaited) return;
        if (found.userId === userId) setPhone(found.phone);
        else send({ type: 'session-found', userId: found.userId });
      },
      () => isAwaited && setPhone(null),
    );
    return () => {
      isAwaited = false;
    };
  }, [userId, send]);
  return phone;
}
