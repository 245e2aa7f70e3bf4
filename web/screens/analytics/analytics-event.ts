import type { Dispatch } from 'react';
import type { SignInFormEvent } from './sign-in-form-state.ts';

/** What can change the state of the screen; see `analytics-state.ts`. */
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
  /** The dashboard's code could not be loaded. */
  | { readonly type: 'dashboard-missing' }
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

const SIGNED_OUT = 401;
const FORBIDDEN = 403;

/** @returns the screen's event for an answer of 401 or 403; undefined for any other status */
export function refusalOf(status: number | undefined): AnalyticsEvent | undefined {
  if (status === SIGNED_OUT) return { type: 'session-ended' };
  return status === FORBIDDEN ? { type: 'access-refused' } : undefined;
}
