import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { signInErrors } from '../../../contract/sign-in.ts';
import {
  type AnalyticsEvent,
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
  { type: 'code-sent', verificationId: 'v1' },
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
    const dashboard = { step: 'dashboard', userId: 'ana' };
    assert.deepEqual(after(...onDashboard), dashboard);
    assert.deepEqual(after(found(null), ...enterCode, signedIn, checked('ana', true)), dashboard);
  });

  test('keeps the form on the screen while the admin check follows a code', () => {
    const state = after(found(null), ...enterCode, signedIn);
    assert.equal(state.step === 'verifying' && state.form?.busy, true);
  });

  test('refuses a user who is not an admin, with a text for a code or for an earlier session, and signs them out', () => {
    const fresh = after(found(null), ...enterCode, signedIn, checked('ana', false));
    const restored = after(found('ana'), checked('ana', false));
    assert.deepEqual(noticeOf(fresh), { text: signInErrors.notAdmin });
    assert.deepEqual(noticeOf(restored), { text: signInErrors.notAdminAnymore });
    for (const state of [fresh, restored]) {
      assert.equal(state.step === 'signed-out' && state.isLeaving, true);
      assert.equal(state.step === 'signed-out' && state.form.step, 'phone');
    }
  });

  test('shows when the check failed, and offers to repeat it without another code', () => {
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

describe('another tab', () => {
  test('that signs out closes the dashboard here', () => {
    const state = after(...onDashboard, found(null));
    assert.equal(state.step, 'signed-out');
    assert.equal(noticeOf(state), undefined);
  });

  test('that signs out shows no notice, even if the session’s end arrived from the server first', () => {
    const surprised = after(...onDashboard, { type: 'session-ended' });
    assert.equal(noticeOf(nextAnalyticsState(surprised, found(null))), undefined);
    const denied = after(found('ana'), checked('ana', false));
    assert.equal(nextAnalyticsState(denied, found(null)), denied);
  });

  test('in which the same user signs in changes nothing, and repeats no check', () => {
    const dashboard = after(...onDashboard);
    assert.equal(nextAnalyticsState(dashboard, found('ana')), dashboard);
    const verifying = after(found('ana'));
    assert.equal(nextAnalyticsState(verifying, found('ana')), verifying);
  });

  test('in which another user signs in starts a check of that user', () => {
    assert.deepEqual(after(...onDashboard, found('bea')), { step: 'verifying', userId: 'bea' });
  });

  test('that signs in starts the check here too, unless this tab is signing out', () => {
    assert.equal(after(found(null), found('ana')).step, 'verifying');
    assert.equal(after(...onDashboard, { type: 'signed-out' }, found('ana')).step, 'signed-out');
  });

  test('that is signed out too leaves the text in the form', () => {
    const typing = after(found(null), { type: 'edited', text: '+1555' });
    assert.equal(nextAnalyticsState(typing, found(null)), typing);
  });
});

describe('the sign-out', () => {
  test('shows the form at once, and tells the server', () => {
    const state = after(...onDashboard, { type: 'signed-out' });
    assert.equal(state.step === 'signed-out' && state.isLeaving, true);
    const heard = nextAnalyticsState(state, { type: 'sign-out-heard' });
    assert.equal(heard.step === 'signed-out' && heard.isLeaving, false);
    assert.equal(noticeOf(heard), undefined);
  });

  test('shows when it did not reach the server, and can be repeated', () => {
    const state = after(...onDashboard, { type: 'signed-out' }, { type: 'sign-out-failed' });
    assert.deepEqual(noticeOf(state), { text: signInErrors.signOutFailed, remedy: 'signed-out' });
    const again = nextAnalyticsState(state, { type: 'signed-out' });
    assert.equal(again.step === 'signed-out' && again.isLeaving, true);
  });

  test('of a refused user still shows why, whether or not it reached the server', () => {
    const state = after(found('ana'), checked('ana', false), { type: 'sign-out-failed' });
    assert.deepEqual(noticeOf(state), { text: signInErrors.notAdminAnymore });
  });

  test('also happens when the session has ended', () => {
    const state = after(...onDashboard, { type: 'session-ended' });
    assert.deepEqual(noticeOf(state), { text: signInErrors.sessionEnded });
  });

  test('also happens when the user is no longer an admin, without another check', () => {
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
