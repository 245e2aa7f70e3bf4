import type { Dispatch } from 'react';
import { signInErrors } from '../../../contract/identity.ts';
import {
  emptySignInForm,
  nextSignInForm,
  type SignInForm,
  type SignInFormEvent,
} from './sign-in-form-state.ts';

/** What can change the state of the screen. */
export type AnalyticsEvent =
  /** The server's answer about the session; requested in the state `checking`, and when another tab signs in or out. */
  | { readonly type: 'session-found'; readonly userId: string | null }
  | { readonly type: 'session-unknown' }
  | { readonly type: 'check-again' }
  | { readonly type: 'signed-in'; readonly userId: string }
  | {
      readonly type: 'admin-checked';
      readonly userId: string;
      readonly isAdmin: boolean;
      readonly hasWaitlistRight?: true | undefined;
    }
  | { readonly type: 'admin-unknown'; readonly userId: string }
  /** A call was answered with 401. */
  | { readonly type: 'session-ended' }
  /** A call was answered with 403: the user is no longer an admin, or another user has signed in. */
  | { readonly type: 'access-refused' }
  /** A call was refused because the admin does not have the right to the waitlist any more. */
  | { readonly type: 'right-lost' }
  /** The user has signed out. */
  | { readonly type: 'signed-out' }
  | { readonly type: 'sign-out-confirmed' }
  | { readonly type: 'sign-out-failed' }
  | { readonly type: 'left' }
  | { readonly type: 'returned' }
  | SignInFormEvent;

export interface DashboardProps {
  userId: string;
  /** Whether the admin had the right to the waitlist when the session was checked. */
  hasRight?: boolean | undefined;
  send: Dispatch<AnalyticsEvent>;
}

/**
 * The screen /analytics: checking -> signed out, or verifying (is the user an admin?) -> dashboard.
 * The admin check is sent only when the state becomes `verifying`, once for each change of the signed-in user. A user
 * who is refused gets the text `notAdmin` if the state has a `form`, else `notAdminAnymore`. A second check would start
 * without the `form`, and could show the wrong text.
 */
export type AnalyticsState =
  /**
   * Waits for the server's answer about the session. `refused` is the id of a user whose request for figures was just
   * answered with 403.
   */
  | { readonly step: 'checking'; readonly refused?: string }
  /** If there is a `form`, the user has just entered a code; otherwise an earlier session was found. */
  | { readonly step: 'verifying'; readonly userId: string; readonly form?: SignInForm }
  | SignedOut
  | { readonly step: 'dashboard'; readonly userId: string; readonly hasRight: boolean | undefined }
  /** The page is in the back/forward cache, and shows no figures when it is restored. */
  | { readonly step: 'away' };

export interface SignedOut {
  readonly step: 'signed-out';
  readonly form: SignInForm;
  readonly notice: Notice | undefined;
  /** Whether the call that ends the session on the server is in progress. */
  readonly isLeaving: boolean;
}

/** A message above the form, with an optional action for its button. */
export interface Notice {
  readonly text: string;
  readonly remedy?: Extract<AnalyticsEvent['type'], 'check-again' | 'signed-out'>;
}

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
  // Until the sign-out reaches the server, the server still reports the old session.
  if (state.step === 'signed-out' && state.isLeaving) return state;
  if ('userId' in state && state.userId === userId) return state;
  const isRefused = state.step === 'checking' && state.refused === userId;
  return isRefused ? leaving(signInErrors.notAdminAnymore) : { step: 'verifying', userId };
}

/** Another tab has signed out. If the server's 401 arrived first, the notice of the 401 is wrong and is removed. */
function ended(state: SignedOut): SignedOut {
  const isNoticeWrong = state.notice?.text === signInErrors.sessionEnded;
  return isNoticeWrong ? { ...state, notice: undefined } : state;
}

function whileVerifying(
  state: Extract<AnalyticsState, { step: 'verifying' }>,
  event: AnalyticsEvent,
): AnalyticsState {
  switch (event.type) {
    case 'admin-checked':
      if (event.userId !== state.userId) return state;
      if (event.isAdmin)
        return { step: 'dashboard', userId: state.userId, hasRight: event.hasWaitlistRight };
      return leaving(state.form ? signInErrors.notAdmin : signInErrors.notAdminAnymore);
    case 'admin-unknown':
      return event.userId === state.userId ? signedOut(undecided) : state;
    case 'session-ended':
      // After a right code there is no session only if the browser has refused its cookie.
      return signedOut({ text: state.form ? signInErrors.noCookie : signInErrors.sessionEnded });
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
    case 'right-lost':
      return { ...state, hasRight: undefined };
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
    case 'sign-out-confirmed':
      return { ...state, isLeaving: false };
    case 'sign-out-failed':
      return { ...state, isLeaving: false, notice: state.notice ?? signOutFailed };
    default: {
      // Other events change nothing.
      const form = nextSignInForm(state.form, event as SignInFormEvent);
      if (form === state.form) return state;
      return { ...state, form, notice: form.busy ? undefined : state.notice };
    }
  }
}

const signOutFailed: Notice = { text: signInErrors.signOutFailed, remedy: 'signed-out' };

function signedOut(notice?: Notice): SignedOut {
  return { step: 'signed-out', form: emptySignInForm, notice, isLeaving: false };
}

/** The user is signed out in this tab; the call that ends the session on the server follows. */
function leaving(text: string | undefined): SignedOut {
  return { ...signedOut(text === undefined ? undefined : { text }), isLeaving: true };
}
