import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { signInErrors } from '../../../contract/identity.ts';
import type { AnalyticsEvent } from './analytics-state.ts';
import {
  type AnalyticsState,
  initialAnalyticsState,
  nextAnalyticsState,
} from './analytics-state.ts';

const found = (userId: string | null): AnalyticsEvent => ({ type: 'session-found', userId });
const checked = (userId: string, isAdmin: boolean): AnalyticsEvent => ({
  type: 'admin-checked',
  userId,
  isAdmin,
});
const enterCode: AnalyticsEvent[] = [
  { type: 'edited', text: '+15550001111' },
  { type: 'submitted' },
  { type: 'code-sent', verificationId: 'v1', sentAt: 7 },
  { type: 'edited', text: '123456' },
  { type: 'submitted' },
];
const signedIn: AnalyticsEvent = { type: 'signed-in', userId: 'ana' };
const onDashboard = [found('ana'), checked('ana', true)];

function after(...events: AnalyticsEvent[]): AnalyticsState {
  return events.reduce(nextAnalyticsState, initialAnalyticsState);
}

function noticeOf(state: AnalyticsState) {
  return state.step === 'signed-out' ? state.notice : undefined;
}

describe('the sign-in', () => {
  test('begins with a check of the session', () => {
    assert.equal(after().step, 'checking');
    assert.equal(after(found(null)).step, 'signed-out');
    assert.deepEqual(after(found('ana')), { step: 'verifying', userId: 'ana' });
  });

  test('shows an admin the dashboard, after a code and after an earlier session', () => {
    const dashboard = { step: 'dashboard', userId: 'ana', hasRight: undefined };
    assert.deepEqual(after(...onDashboard), dashboard);
    assert.deepEqual(after(found(null), ...enterCode, signedIn, checked('ana', true)), dashboard);
  });

  test('keeps the form on the screen during the admin check that follows a code', () => {
    const state = after(found(null), ...enterCode, signedIn);
    assert.equal(state.step === 'verifying' && state.form?.busy, true);
  });

  test('says that the browser refuses cookies if there is no session after a right code', () => {
    const fresh = after(found(null), ...enterCode, signedIn, { type: 'session-ended' });
    const restored = after(found('ana'), { type: 'session-ended' });
    assert.deepEqual(noticeOf(fresh), { text: signInErrors.noCookie });
    assert.deepEqual(noticeOf(restored), { text: signInErrors.sessionEnded });
  });

  test('refuses and signs out a user who is not an admin, with different texts after a code and after a reload', () => {
    const fresh = after(found(null), ...enterCode, signedIn, checked('ana', false));
    const restored = after(found('ana'), checked('ana', false));
    assert.deepEqual(noticeOf(fresh), { text: signInErrors.notAdmin });
    assert.deepEqual(noticeOf(restored), { text: signInErrors.notAdminAnymore });
    for (const state of [fresh, restored]) {
      assert.equal(state.step === 'signed-out' && state.isLeaving, true);
      assert.equal(state.step === 'signed-out' && state.form.step, 'phone');
    }
  });

  test('shows that the check has failed, and offers to repeat it without another code', () => {
    const failed: AnalyticsEvent = { type: 'admin-unknown', userId: 'ana' };
    for (const state of [after({ type: 'session-unknown' }), after(found('ana'), failed)]) {
      assert.deepEqual(noticeOf(state), {
        text: signInErrors.adminCheckFailed,
        remedy: 'check-again',
      });
      assert.equal(state.step === 'signed-out' && state.isLeaving, false);
      assert.equal(nextAnalyticsState(state, { type: 'check-again' }).step, 'checking');
    }
  });

  test('ignores an answer about the user who was signed in before', () => {
    const state = after(found('ana'), found('bea'));
    assert.deepEqual(state, { step: 'verifying', userId: 'bea' });
    assert.equal(nextAnalyticsState(state, checked('ana', true)), state);
  });
});

describe('when another tab changes the session', () => {
  test('a sign-out in that tab closes the dashboard in this tab', () => {
    const state = after(...onDashboard, found(null));
    assert.equal(state.step, 'signed-out');
    assert.equal(noticeOf(state), undefined);
  });

  test('a sign-out in that tab shows no notice, even if the server has reported the end of the session first', () => {
    const surprised = after(...onDashboard, { type: 'session-ended' });
    assert.equal(noticeOf(nextAnalyticsState(surprised, found(null))), undefined);
    const denied = after(found('ana'), checked('ana', false));
    assert.equal(nextAnalyticsState(denied, found(null)), denied);
  });

  test('a sign-in of the same user changes nothing, and repeats no check', () => {
    const dashboard = after(...onDashboard);
    assert.equal(nextAnalyticsState(dashboard, found('ana')), dashboard);
    const verifying = after(found('ana'));
    assert.equal(nextAnalyticsState(verifying, found('ana')), verifying);
  });

  test('a sign-in of another user starts a check of that user', () => {
    assert.deepEqual(after(...onDashboard, found('bea')), { step: 'verifying', userId: 'bea' });
  });

  test('a sign-in in that tab starts the check in this tab, unless this tab is signing out', () => {
    assert.equal(after(found(null), found('ana')).step, 'verifying');
    assert.equal(after(...onDashboard, { type: 'signed-out' }, found('ana')).step, 'signed-out');
  });

  test('if both tabs are signed out, the text in the form is kept', () => {
    const typing = after(found(null), { type: 'edited', text: '+1555' });
    assert.equal(nextAnalyticsState(typing, found(null)), typing);
  });
});

describe('the sign-out', () => {
  test('shows the form immediately, and tells the server', () => {
    const state = after(...onDashboard, { type: 'signed-out' });
    assert.equal(state.step === 'signed-out' && state.isLeaving, true);
    const confirmed = nextAnalyticsState(state, { type: 'sign-out-confirmed' });
    assert.equal(confirmed.step === 'signed-out' && confirmed.isLeaving, false);
    assert.equal(noticeOf(confirmed), undefined);
  });

  test('that did not reach the server shows a notice, and can be repeated', () => {
    const state = after(...onDashboard, { type: 'signed-out' }, { type: 'sign-out-failed' });
    assert.deepEqual(noticeOf(state), { text: signInErrors.signOutFailed, remedy: 'signed-out' });
    const again = nextAnalyticsState(state, { type: 'signed-out' });
    assert.equal(again.step === 'signed-out' && again.isLeaving, true);
  });

  test('of a refused user does not replace the notice of the refusal, even if the sign-out fails', () => {
    const state = after(found('ana'), checked('ana', false), { type: 'sign-out-failed' });
    assert.deepEqual(noticeOf(state), { text: signInErrors.notAdminAnymore });
  });

  test('also happens after an answer of 401, with a notice', () => {
    const state = after(...onDashboard, { type: 'session-ended' });
    assert.deepEqual(noticeOf(state), { text: signInErrors.sessionEnded });
  });

  test('also happens after an answer of 403, without another admin check, if the same user is still signed in', () => {
    const refused = after(...onDashboard, { type: 'access-refused' });
    assert.equal(refused.step, 'checking');
    assert.deepEqual(noticeOf(nextAnalyticsState(refused, found('ana'))), {
      text: signInErrors.notAdminAnymore,
    });
    assert.deepEqual(nextAnalyticsState(refused, found('bea')), {
      step: 'verifying',
      userId: 'bea',
    });
  });
});

describe('a page in the back/forward cache', () => {
  test('shows nothing, and starts again when it is restored', () => {
    const away = after(...onDashboard, { type: 'left' });
    assert.deepEqual(away, { step: 'away' });
    assert.equal(nextAnalyticsState(away, found('ana')), away);
    assert.equal(nextAnalyticsState(away, { type: 'returned' }), initialAnalyticsState);
  });

  test('keeps a form that is being filled in', () => {
    const form = after(found(null), ...enterCode.slice(0, 3));
    assert.equal(nextAnalyticsState(form, { type: 'left' }), form);
    assert.equal(nextAnalyticsState(form, { type: 'returned' }), form);
  });
});

test('the next submit removes the notice above the form', () => {
  const denied = after(found('ana'), checked('ana', false));
  const typing = nextAnalyticsState(denied, { type: 'edited', text: '+15550002222' });
  assert.deepEqual(noticeOf(typing), { text: signInErrors.notAdminAnymore });
  assert.equal(noticeOf(nextAnalyticsState(typing, { type: 'submitted' })), undefined);
});
