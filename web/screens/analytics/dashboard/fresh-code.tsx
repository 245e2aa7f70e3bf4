import { useEffect, useReducer } from 'react';
import { signInErrors } from '../../../../contract/identity.ts';
import type { DashboardProps } from '../analytics-event.ts';
import { submitForm } from '../ask-server.ts';
import { SignInField } from '../sign-in-field.tsx';
import { emptySignInForm, nextSignInForm } from '../sign-in-form-state.ts';
import { signInTexts } from '../sign-in-texts.ts';

interface FreshCodeProps extends DashboardProps {
  onDone(): void;
}

/** A new sign-in of the same admin, whose session replaces the one that is too old. */
export function FreshCode({ userId, send, onDone }: FreshCodeProps) {
  const [form, change] = useReducer(nextSignInForm, emptySignInForm);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the form is sent
  useEffect(() => {
    if (!form.busy) return;
    let isAwaited = true;
    void submitForm(form).then((event) => {
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
      className="app-fresh-code"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        change({ type: 'submitted' });
      }}
    >
      <p>{signInErrors.codeNeeded}</p>
      <SignInField key={form.step} form={form} send={change} />
      <button className="key key-main" type="submit" disabled={form.busy}>
        {form.busy ? step.busy : step.button}
      </button>
    </form>
  );
}
