import { useEffect, useEffectEvent } from 'react';
import { signInErrors } from '../../../contract/identity.ts';
import { getSession, signOut, verifyAdmin } from '../../browser-calls.ts';
import { CallFailure, callApi } from '../../call-api.ts';
import type { AnalyticsEvent } from './analytics-state.ts';
import { PhoneIdentityError } from './identity/phone-identity.ts';
import { preparedIdentity } from './identity/set-up-identity.ts';
import type { SignInForm } from './sign-in-form-state.ts';

/** The screen's calls to the server. No function of this file rejects: a failure is an event, too. */

/** The check of a code. Until its answer arrives, the browser sends the session that the server has already replaced. */
let checkOfCode: Promise<unknown> = Promise.resolve();

export async function askWhoIsSignedIn(): Promise<AnalyticsEvent> {
  await checkOfCode;
  try {
    const { userId } = await callApi(getSession, undefined);
    return { type: 'session-found', userId };
  } catch {
    return { type: 'session-unknown' };
  }
}

export async function askWhetherAdmin(userId: string): Promise<AnalyticsEvent> {
  try {
    return { type: 'admin-checked', userId, ...(await callApi(verifyAdmin, { userId })) };
  } catch (error) {
    const isSignedOut = error instanceof CallFailure && error.status === 401;
    return isSignedOut ? { type: 'session-ended' } : { type: 'admin-unknown', userId };
  }
}

/** A form, or one that sends the code to the number of the signed-in user. */
type SentForm = Omit<SignInForm, 'phone'> & { phone: string | undefined };

/** Sends the number to get a code, or the code to get a session. */
export async function submitForm(form: SentForm): Promise<AnalyticsEvent> {
  // Some browsers know that they refuse cookies. With others the server notices it after the code was entered.
  if (!navigator.cookieEnabled) return { type: 'failed', error: signInErrors.noCookie };
  try {
    const identity = await preparedIdentity();
    if (form.step === 'phone') {
      const verificationId = await identity.sendCode(form.phone);
      return { type: 'code-sent', verificationId, sentAt: Date.now() };
    }
    const verified = identity.verify(form.verificationId, form.code);
    checkOfCode = verified.catch(() => {});
    const userId = await verified;
    tellOtherTabs();
    return { type: 'signed-in', userId };
  } catch (error) {
    const isForPeople = error instanceof PhoneIdentityError;
    return { type: 'failed', error: isForPeople ? error.message : signInErrors.sendFailed };
  }
}

export async function endSession(): Promise<AnalyticsEvent> {
  try {
    await callApi(signOut, undefined, { keepalive: true });
    tellOtherTabs();
    return { type: 'sign-out-confirmed' };
  } catch {
    return { type: 'sign-out-failed' };
  }
}

/** Makes the call once for each new `subject`; an answer for an earlier subject is ignored. */
export function useAnswer<Subject>(
  subject: Subject | undefined,
  ask: (subject: Subject) => Promise<AnalyticsEvent>,
  send: (answer: AnalyticsEvent) => void,
): void {
  const begin = useEffectEvent(ask);
  const end = useEffectEvent(send);
  useEffect(() => {
    if (subject === undefined) return;
    let isAwaited = true;
    void begin(subject).then((answer) => {
      if (isAwaited) end(answer);
    });
    return () => {
      isAwaited = false;
    };
  }, [subject]);
}

/** The channel on which the tabs of one browser, which share one session, report changes of the session. */
const CHANNEL = 'session';

// Created on first use, because an open channel would keep the build's process running. A browser without channels
// tells its tabs nothing: they notice at their next call.
let channel: BroadcastChannel | undefined;

/** Tells the other tabs that the user has signed in or out here. */
function tellOtherTabs(): void {
  open()?.postMessage('changed');
}

/** @returns a function that stops listening */
export function watchOtherTabs(onChange: () => void): () => void {
  open()?.addEventListener('message', onChange);
  return () => open()?.removeEventListener('message', onChange);
}

function open(): BroadcastChannel | undefined {
  try {
    channel ??= new BroadcastChannel(CHANNEL);
  } catch {
    // The browser has no channels, or refuses them like cookies.
  }
  return channel;
}
