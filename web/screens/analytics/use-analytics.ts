import { type Dispatch, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
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
  useAnswer,
  watchOtherTabs,
} from './ask-server.ts';
import { keepCode, keptCode } from './kept-code.ts';
import { forgetDrafts } from './parts/kept-drafts.ts';

type Send = Dispatch<AnalyticsEvent>;

/** The state of the screen. Each state makes its calls to the server; a change in another tab also makes a call. */
export function useAnalytics(): [AnalyticsState, Send] {
  const [state, send] = useReducer(nextAnalyticsState, initialAnalyticsState);
  const isOut = state.step === 'signed-out';
  useAnswer(state.step === 'checking' ? state : undefined, askWhoIsSignedIn, send);
  useAnswer(state.step === 'verifying' ? state.userId : undefined, askWhetherAdmin, send);
  useAnswer(isOut && state.form.busy ? state.form : undefined, submitForm, send);
  useAnswer(isOut && state.isLeaving ? 'leaving' : undefined, endSession, send);
  useKeptCode(state, send);
  const isLeaving = isOut && state.isLeaving;
  useEffect(() => {
    if (isLeaving) forgetUser();
  }, [isLeaving]);

  useEffect(
    () =>
      watchOtherTabs(async () => {
        const found = await askWhoIsSignedIn();
        // Another tab has signed out.
        if (found.type === 'session-found' && found.userId === null) forgetUser();
        send(found);
      }),
    [],
  );
  useEffect(stopHeldEnter, []);
  useEffect(() => blankWhenLeft(send), []);
  return [state, send];
}

/** Removes what the next user of the browser could read: what was typed, and the last search in the address. */
function forgetUser(): void {
  forgetDrafts();
  history.replaceState(null, '', ANALYTICS_PATH);
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

/**
 * Enter that is held is sent again and again. After each answer it would press the button that has the focus then, such
 * as the button of an act after its new code.
 */
function stopHeldEnter(): () => void {
  const stop = (event: KeyboardEvent) => {
    const isTyping = (event.target as Element).matches('textarea');
    if (event.key === 'Enter' && event.repeat && !isTyping) event.preventDefault();
  };
  document.addEventListener('keydown', stop);
  return () => document.removeEventListener('keydown', stop);
}
