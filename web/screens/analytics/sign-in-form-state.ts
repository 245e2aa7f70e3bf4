import { checkPhone, signInErrors } from '../../../contract/sign-in.ts';

/**
 * The sign-in form (spec §4): phone -> code once a code has been sent. Back returns to the phone, and
 * clears number, code, verification id and error.
 */
export interface SignInForm {
  readonly step: 'phone' | 'code';
  /** Whether a request is in progress. */
  readonly busy: boolean;
  /** The text of the field; after a submit, the text as sent. */
  readonly phone: string;
  readonly code: string;
  readonly verificationId: string;
  readonly error: string | undefined;
}

export type SignInFormEvent =
  | { readonly type: 'edited'; readonly text: string }
  | { readonly type: 'submitted' }
  | { readonly type: 'code-sent'; readonly verificationId: string }
  /** The submit has failed. */
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'went-back' };

export const emptySignInForm: SignInForm = {
  step: 'phone',
  busy: false,
  phone: '',
  code: '',
  verificationId: '',
  error: undefined,
};

export function nextSignInForm(form: SignInForm, event: SignInFormEvent): SignInForm {
  switch (event.type) {
    case 'edited':
      return form.busy ? form : { ...form, [form.step]: event.text, error: undefined };
    case 'submitted':
      return form.busy ? form : submitted(form);
    case 'code-sent':
      return form.step === 'phone' && form.busy
        ? { ...form, step: 'code', busy: false, verificationId: event.verificationId }
        : form;
    case 'failed':
      return form.busy ? { ...form, busy: false, error: event.error } : form;
    case 'went-back':
      return form.busy ? form : emptySignInForm;
  }
}

function submitted(form: SignInForm): SignInForm {
  const checked = form.step === 'phone' ? checkPhone(form.phone) : checkCode(form.code);
  return 'error' in checked
    ? { ...form, error: checked.error }
    : { ...form, ...checked, busy: true, error: undefined };
}

/** @returns the code to send */
function checkCode(text: string): { code: string } | { error: string } {
  const code = text.trim();
  return code === '' ? { error: signInErrors.noCode } : { code };
}
