import {
  checkCode,
  checkPhone,
  MAX_CODE_ATTEMPTS,
  signInErrors,
  tidyCode,
} from '../../../contract/identity.ts';

/**
 * The sign-in form: the step `phone`, then the step `code` when a code has been sent. Back returns to
 * `phone`, and clears number, code, verification id and error.
 */
export interface SignInForm {
  readonly step: 'phone' | 'code';
  /** Whether a request is in progress. */
  readonly busy: boolean;
  /** The text of the field; after a submit, the text as sent. */
  readonly phone: string;
  readonly code: string;
  readonly verificationId: string;
  /** When the code was sent, by the browser's clock. */
  readonly sentAt: number;
  /** Wrong guesses at the code. */
  readonly guesses: number;
  /**
   * Whether the code has expired, was tried too often or replaced, or cannot be used without its cookie. A code that
   * was tried too often can still be replaced by `./site admin code` until it expires.
   */
  readonly isCodeOver: boolean;
  readonly error: string | undefined;
}

/** What the form knows about the code that was sent last. */
export type SentCode = Pick<SignInForm, 'phone' | 'verificationId' | 'sentAt' | 'guesses'>;

export type SignInFormEvent =
  | { readonly type: 'edited'; readonly text: string }
  | { readonly type: 'submitted' }
  | { readonly type: 'code-sent'; readonly verificationId: string; readonly sentAt: number }
  /** The code was sent before the page was reloaded. */
  | { readonly type: 'code-kept'; readonly code: SentCode }
  /** The submit has failed. */
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'code-expired' }
  | { readonly type: 'new-code-wanted' }
  | { readonly type: 'went-back' };

export const emptySignInForm: SignInForm = {
  step: 'phone',
  busy: false,
  phone: '',
  code: '',
  verificationId: '',
  sentAt: 0,
  guesses: 0,
  isCodeOver: false,
  error: undefined,
};

/** During a request only its outcome changes the form. */
export function nextSignInForm(form: SignInForm, event: SignInFormEvent): SignInForm {
  return form.busy ? withOutcome(form, event) : withInput(form, event);
}

function withInput(form: SignInForm, event: SignInFormEvent): SignInForm {
  switch (event.type) {
    case 'edited':
      return {
        ...form,
        ...(form.step === 'code' ? { code: tidyCode(event.text) } : { phone: event.text }),
        error: undefined,
      };
    case 'submitted':
      return submitted(form);
    case 'code-kept':
      return withKept(event.code);
    case 'code-expired':
      return form.step === 'code'
        ? { ...form, isCodeOver: true, error: signInErrors.codeExpired }
        : form;
    case 'new-code-wanted':
      return { ...emptySignInForm, phone: form.phone, busy: true };
    case 'went-back':
      return emptySignInForm;
    default:
      return form;
  }
}

function withOutcome(form: SignInForm, event: SignInFormEvent): SignInForm {
  if (event.type === 'failed') return failed(form, event.error);
  if (event.type !== 'code-sent' || form.step !== 'phone') return form;
  const { verificationId, sentAt } = event;
  return { ...form, step: 'code', busy: false, verificationId, sentAt };
}

function withKept(code: SentCode): SignInForm {
  const isUsedUp = code.guesses >= MAX_CODE_ATTEMPTS;
  return {
    ...emptySignInForm,
    ...code,
    step: 'code',
    isCodeOver: isUsedUp,
    error: isUsedUp ? signInErrors.codeUsedUp : undefined,
  };
}

function submitted(form: SignInForm): SignInForm {
  const checked = form.step === 'phone' ? checkPhone(form.phone) : checkCode(form.code);
  return 'error' in checked
    ? { ...form, error: checked.error }
    : { ...form, ...checked, busy: true, error: undefined };
}

function failed(form: SignInForm, error: string): SignInForm {
  const guesses = form.guesses + (error === signInErrors.invalidCode ? 1 : 0);
  const isUsedUp = guesses >= MAX_CODE_ATTEMPTS;
  // The cookie, without which the code cannot be used, expires some time after the code.
  const isWithoutCookie = form.step === 'code' && error === signInErrors.noCookie;
  const isReplaced = error === signInErrors.codeReplaced;
  // Before the code is used up, only its expiry makes it unusable.
  const isExpired = form.isCodeOver && (isWithoutCookie || error === signInErrors.invalidCode);
  return {
    ...form,
    busy: false,
    guesses,
    isCodeOver: form.isCodeOver || isUsedUp || isWithoutCookie || isReplaced,
    error: isUsedUp ? signInErrors.codeUsedUp : isExpired ? signInErrors.codeExpired : error,
  };
}
