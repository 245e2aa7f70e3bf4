import { useEffect, useEffectEvent, useReducer } from 'react';
import type { PositionResponse } from '../../../contract/schemas/waitlist.ts';
import { pathTo } from '../../../contract/screens.ts';
import { choosePhone, confirmSignUp, getPosition, leaveWaitlist } from '../../browser-calls.ts';
import { CallFailure, callApi } from '../../call-api.ts';
import {
  darkenWindow,
  forgetSignUp,
  hasRecentSignUp,
  lightWindow,
} from '../../design/visitor-memory.ts';
import { hideToken, openedToken } from './letter-link.ts';
import {
  type Act,
  initialPositionState,
  mayBegin,
  nextPositionState,
  type PositionState,
  type Trouble,
} from './position-state.ts';
import { withLaunch } from './ways-in.ts';
import { showFriends } from './your-house.tsx';

/** The state of the page, and a function that begins an act after a press. */
export function usePosition(): readonly [PositionState, (act: Act) => Promise<void>] {
  const [state, dispatch] = useReducer(nextPositionState, initialPositionState);

  async function begin(act: Act): Promise<void> {
    if (!mayBegin(state, act)) return;
    dispatch({ type: 'began', act });
    try {
      if (act === 'leave') {
        await leave(state.leaveToken ?? '');
        dispatch({ type: 'left' });
      } else {
        dispatch({ type: 'answered', response: await ask(act, state.token ?? '') });
      }
    } catch (error) {
      dispatch({ type: 'failed', trouble: troubleOfCall(error) });
    }
  }

  // The only acts that need no press: reading, and confirming in the browser that signed up.
  const beginWithoutPress = useEffectEvent(() => {
    if (state.step === 'reading') begin('read');
    if (state.step === 'asked' && hasRecentSignUp()) begin('confirm');
  });
  const readAgain = useEffectEvent(() => {
    if (state.step === 'unanswered') begin('read');
  });

  useEffect(() => {
    dispatch({ type: 'opened', token: openedToken() });
    const reload = () => location.reload();
    const online = () => readAgain();
    // The link of another letter, opened in the same tab, changes only the fragment, and does not load the page again.
    addEventListener('hashchange', reload);
    addEventListener('online', online);
    return () => {
      removeEventListener('hashchange', reload);
      removeEventListener('online', online);
    };
  }, []);

  const { step, position } = state;
  useEffect(() => {
    beginWithoutPress();
    const isListed = step === 'confirmed' || step === 'invited';
    if (isListed) {
      lightWindow();
      hideToken();
    }
    if (step === 'left') darkenWindow();
    if (isListed || step === 'left') forgetSignUp();
    showFriends(step === 'confirmed' ? (position?.friends ?? 0) : 0);
  }, [step, position]);

  return [state, begin];
}

async function ask(act: Exclude<Act, 'leave'>, token: string): Promise<PositionResponse> {
  if (act === 'read') return withLaunch(await callApi(getPosition, { token }), navigator);
  if (act === 'confirm') return withLaunch(await callApi(confirmSignUp, { token }), navigator);
  return withLaunch(await callApi(choosePhone, { token, phone: act }), navigator);
}

async function leave(token: string): Promise<void> {
  await callApi(
    { ...leaveWaitlist, path: pathTo(leaveWaitlist, token) as typeof leaveWaitlist.path },
    undefined,
  );
}

/** The status codes for a token that is not valid any more, or is not complete. */
const PAST = [400, 404, 410];

/** @param error what the call was rejected with */
export function troubleOfCall(error: unknown): Trouble | 'past' {
  const status = error instanceof CallFailure ? error.status : undefined;
  if (status === undefined) return 'unreachable';
  if (status === 429) return 'tooMany';
  return PAST.includes(status) ? 'past' : 'server';
}
