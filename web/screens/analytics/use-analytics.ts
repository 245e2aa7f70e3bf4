import { type Dispatch, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { signInErrors } from '../../../contract/identity.ts';
import { ANALYTICS_PATH } from '../../../contract/screens.ts';
import {
  type AnalyticsEvent,
  type AnalyticsState,
  initialAnalyticsState,
  nextAnalyticsState,
} from './analytics-state.ts';
import {
  askWhetherAdmin,
  askWhoIsSignedIn,
  endSession,
  submitForm,
  watchOtherTabs,
} from './ask-server.ts';
import { keepCode, keptCode } from './kept-code.ts';
import { forgetDrafts } from './parts/kept-drafts.ts';
import { stopUnmeantKeys } from './unmeant-keys.ts';

type Send = Dispatch<AnalyticsEvent>;

/** The state of the screen. Each state makes its calls to the server; a change in another tab also makes a call. */
export function useAnalytics(): [AnalyticsState, Send] {
  const [state, send] = useReducer(nextAnalyticsState, initialAnalyticsState);
  const isOut = state.step === 'signed-out';
  useAnswer(state.step === 'checking' ? state : undefined, askWhoIsSignedIn, send);
  useAnswer(state.step === 'verifying' ? state.userId : undefined, askWhetherAdmin, send);
  useAnswer(isOut && state.form.busy ? state.form : undefined, submitForm, send);
  useAnswer(isOut && state.isLeaving ? 'leaving' : undefined, endSession, send);
  useForgottenView(state);
  useKeptCode(state, send);
  const isLeaving = isOut && state.isLeaving;
  useEffect(() => {
    if (isLeaving) forgetDrafts();
  }, [isLeaving]);

  useEffect(
    () =>
      watchOtherTabs(async () => {
        const found = await askWhoIsSignedIn();
        // Another tab has signed out.
        if (found.type === 'session-found' && found.userId === null) forgetDrafts();
        send(found);
      }),
    [],
  );
  useEffect(stopUnmeantKeys, []);
  useEffect(() => blankWhenLeft(send), []);
  return [state, send];
}

/** Makes the call once for each new `subject`; an answer for an earlier subject is ignored. */
function useAnswer<Subject>(
  subject: Subject | undefined,
  ask: (subject: Subject) => Promise<AnalyticsEvent>,
  send: Send,
): void {
  useEffect(() => {
    if (subject === undefined) return;
    let isAwaited = true;
    void ask(subject).then((answer) => {
      if (isAwaited) send(answer);
    });
    return () => {
      isAwaited = false;
    };
  }, [subject, ask, send]);
}

/**
 * Removes the view from the address when the admin has signed out, so that the next user cannot read the last search in
 * the address. It stays there when the session has ended, and over a sign-in.
 */
function useForgottenView(state: AnalyticsState): void {
  const wasShown = useRef(false);
  const isShown = state.step === 'dashboard';
  const isOver = state.step === 'signed-out' && !state.notice?.remedy;
  const hasEnded = isOver && state.notice?.text === signInErrors.sessionEnded;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a notice that goes away later changes nothing
  useEffect(() => {
    if (isShown) wasShown.current = true;
    if (!isOver || !wasShown.current) return;
    if (!hasEnded) history.replaceState(null, '', ANALYTICS_PATH);
    wasShown.current = false;
  }, [isShown, isOver]);
}

/**
 * After a reload the form has the number, and asks for the code that was sent before, unless the user turns out to be
 * signed in.
 */
function useKeptCode(state: AnalyticsState, send: Send): void {
  const wasRead = useRef(false);
  const form = state.step === 'signed-out' ? state.form : undefined;
  const isKnown = state.step !== 'checking';
  // A layout effect, so that the step for the number is not seen before the step for the code.
  useLayoutEffect(() => {
    const kept = form && !wasRead.current ? keptCode(Date.now()) : undefined;
    wasRead.current = isKnown;
    if (!isKnown) return;
    if (kept) send(kept);
    else keepCode(form);
  }, [isKnown, form, send]);
}

/** Blanks the page before it enters the back/forward cache: otherwise Back would show the figures again. */
function blankWhenLeft(send: Send): () => void {
  const leave = () => flushSync(() => send({ type: 'left' }));
  const comeBack = () => send({ type: 'returned' });
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
  };
}
