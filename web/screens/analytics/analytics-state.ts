import { analyticsErrors } from '../../../contract/analytics.ts';
import { signInErrors } from '../../../contract/sign-in.ts';
import {
  emptySignInForm,
  nextSignInForm,
  type SignInForm,
  type SignInFormEvent,
} from './sign-in-form-state.ts';

/**
 * The screen /analytics (spec §§2 and 4): checking -> signed out, or verifying that whoever is signed
 * in is an admin -> dashboard. Entering `verifying` is the one occasion on which that is asked, so
 * that each change of the signed-in user asks once and the two refusals never race.
 */
export type AnalyticsState =
  /** Whether anybody is signed in. `refused` has just been denied the figures. */
  | { readonly step: 'checking'; readonly refused?: string }
  /** With a `form` the person has just entered a code; without one an earlier session was found. */
  | { readonly step: 'verifying'; readonly userId: string; readonly form?: SignInForm }
  | SignedOut
  | { readonly step: 'dashboard'; readonly userId: string }
  /** The page was left, and shows nothing when the back button brings it up again. */
  | { readonly step: 'away' };

export interface SignedOut {
  readonly step: 'signed-out';
  readonly form: SignInForm;
  readonly notice: Notice | undefined;
  /** Whether the server has yet to hear that the session is over. */
  readonly isLeaving: boolean;
}

/** Something that is said above the form, with what can be done about it. */
export interface Notice {
  readonly text: string;
  readonly remedy?: Extract<AnalyticsEvent['type'], 'check-again' | 'signed-out'>;
}

export type AnalyticsEvent =
  /** The server has told who is signed in here; asked at the beginning and by other tabs' changes. */
  | { readonly type: 'session-found'; readonly userId: string | null }
  | { readonly type: 'session-unknown' }
  | { readonly type: 'check-again' }
  | { readonly type: 'signed-in'; readonly userId: string }
  | { readonly type: 'admin-checked'; readonly userId: string; readonly isAdmin: boolean }
  | { readonly type: 'admin-unknown'; readonly userId: string }
  /** A call was answered with 401. */
  | { readonly type: 'session-ended' }
  /** A call was answered with 403: the right is gone, or somebody else is signed in by now. */
  | { readonly type: 'access-refused' }
  /** Its code did not arrive. */
  | { readonly type: 'dashboard-missing' }
  /** The person has asked for it. */
  | { readonly type: 'signed-out' }
  | { readonly type: 'sign-out-heard' }
  | { readonly type: 'sign-out-failed' }
  | { readonly type: 'left' }
  | { readonly type: 'returned' }
  | SignInFormEvent;

export const initialAnalyticsState: AnalyticsState = { step: 'checking' };

export function nextAnalyticsState(state: AnalyticsState, event: AnalyticsEvent): AnalyticsState {
  if (event.type === 'session-found') return found(state, event.userId);
  switch (state.step) {
    case 'checking':
      return event.type === 'session-unknown' ? signedOut(undecided) : state;
    case 'verifying':
      return whileVerifying(state, event);
    case 'signed-out':
      return whileSignedOut(state, event);
    case 'dashboard':
      return onDashboard(state, event);
    case 'away':
      return event.type === 'returned' ? initialAnalyticsState : state;
  }
}

const undecided: Notice = { text: signInErrors.adminCheckFailed, remedy: 'check-again' };

function found(state: AnalyticsState, userId: string | null): AnalyticsState {
  if (state.step === 'away') return state;
  if (userId === null) return state.step === 'signed-out' ? ended(state) : signedOut();
  // Whoever is on the way out is still known to the server for a moment.
  if (state.step === 'signed-out' && state.isLeaving) return state;
  if ('userId' in state && state.userId === userId) return state;
  const isRefused = state.step === 'checking' && state.refused === userId;
  return isRefused ? leaving(signInErrors.notAdminAnymore) : { step: 'verifying', userId };
}

/** Another tab has signed out, which the server may have let this one know first, as a session that has ended. */
function ended(state: SignedOut): SignedOut {
  const isSurprised = state.notice?.text === signInErrors.sessionEnded;
  return isSurprised ? { ...state, notice: undefined } : state;
}

function whileVerifying(
  state: Extract<AnalyticsState, { step: 'verifying' }>,
  event: AnalyticsEvent,
): AnalyticsState {
  switch (event.type) {
    case 'admin-checked':
      if (event.userId !== state.userId) return state;
      if (event.isAdmin) return { step: 'dashboard', userId: state.userId };
      return leaving(state.form ? signInErrors.notAdmin : signInErrors.notAdminAnymore);
    case 'admin-unknown':
      return event.userId === state.userId ? signedOut(undecided) : state;
    case 'session-ended':
      return signedOut({ text: signInErrors.sessionEnded });
    case 'left':
      return { step: 'away' };
    default:
      return state;
  }
}

function onDashboard(
  state: Extract<AnalyticsState, { step: 'dashboard' }>,
  event: AnalyticsEvent,
): AnalyticsState {
  switch (event.type) {
    case 'signed-out':
      return leaving(undefined);
    case 'session-ended':
      return signedOut({ text: signInErrors.sessionEnded });
    case 'access-refused':
      return { step: 'checking', refused: state.userId };
    case 'dashboard-missing':
      return signedOut({ text: analyticsErrors.noAnswer, remedy: 'check-again' });
    case 'left':
      return { step: 'away' };
    default:
      return state;
  }
}

function whileSignedOut(state: SignedOut, event: AnalyticsEvent): AnalyticsState {
  switch (event.type) {
    case 'check-again':
      return initialAnalyticsState;
    case 'signed-in':
      return state.form.busy
        ? { step: 'verifying', userId: event.userId, form: state.form }
        : state;
    case 'signed-out':
      return leaving(undefined);
    case 'sign-out-heard':
      return { ...state, isLeaving: false };
    case 'sign-out-failed':
      return { ...state, isLeaving: false, notice: state.notice ?? notHeard };
    case 'edited':
    case 'submitted':
    case 'code-sent':
    case 'failed':
    case 'went-back': {
      const form = nextSignInForm(state.form, event);
      return { ...state, form, notice: form.busy ? undefined : state.notice };
    }
    default:
      return state;
  }
}

const notHeard: Notice = { text: signInErrors.signOutFailed, remedy: 'signed-out' };

function signedOut(notice?: Notice): SignedOut {
  return { step: 'signed-out', form: emptySignInForm, notice, isLeaving: false };
}

/** Signed out here; the server is told next. */
function leaving(text: string | undefined): SignedOut {
  return { ...signedOut(text === undefined ? undefined : { text }), isLeaving: true };
}
