import { type Dispatch, useEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ANALYTICS_PATH } from '../../../contract/screens.ts';
import {
  type AnalyticsEvent,
  type AnalyticsState,
  initialAnalyticsState,
  nextAnalyticsState,
} from './analytics-state.ts';
import { askWhetherAdmin, askWhoIsSignedIn, endSession, submitForm } from './ask-server.ts';
import { watchOtherTabs } from './other-tabs.ts';

type Send = Dispatch<AnalyticsEvent>;

/** The state of the screen. Whatever the server must be asked or told follows from the state alone. */
export function useAnalytics(): [AnalyticsState, Send] {
  const [state, send] = useReducer(nextAnalyticsState, initialAnalyticsState);
  const isOut = state.step === 'signed-out';
  useAnswer(state.step === 'checking' ? state : undefined, askWhoIsSignedIn, send);
  useAnswer(state.step === 'verifying' ? state.userId : undefined, askWhetherAdmin, send);
  useAnswer(isOut && state.form.busy ? state.form : undefined, submitForm, send);
  useAnswer(isOut && state.isLeaving ? 'leaving' : undefined, endSession, send);
  useForgottenView(state);

  useEffect(() => watchOtherTabs(async () => send(await askWhoIsSignedIn())), []);
  useEffect(() => blankWhenLeft(send), []);
  return [state, send];
}

/** Asks once for each new `subject`; an answer that comes when it is no more is dropped. */
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
 * Whoever comes to a dashboard that was closed, by whatever, shall not read in its address what was
 * searched for. An address that somebody has just come with is kept for after the sign-in.
 */
function useForgottenView(state: AnalyticsState): void {
  const wasShown = useRef(false);
  const isOver = state.step === 'signed-out' && state.notice?.remedy !== 'check-again';
  useEffect(() => {
    if (state.step === 'dashboard') wasShown.current = true;
    if (isOver && wasShown.current) history.replaceState(null, '', ANALYTICS_PATH);
  }, [state.step, isOver]);
}

/** Browsers keep a page as it was left, and would show its figures to whoever presses Back. */
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
