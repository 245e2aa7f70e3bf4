import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../contract/durations.ts';
import type { PositionResponse } from '../../../contract/schemas/waitlist.ts';
import { SIGNED_UP_DAYS } from '../../../contract/screens.ts';
import { isRecentSignUp } from '../../design/visitor-memory.ts';
import { tokenIn } from './letter-link.ts';
import {
  type Act,
  initialPositionState,
  mayBegin,
  nextPositionState,
  type PositionEvent,
} from './position-state.ts';
import { friendsSentence, positionTexts, written } from './position-texts.ts';

const token = 'open-token';
const leaveToken = 'leave-token';
const position = { number: 12, waiting: 40, friends: 1, link: 'https://example.com/?via=ab3d5f7h' };

const opened: PositionEvent = { type: 'opened', token };
const began = (act: Act): PositionEvent => ({ type: 'began', act });
const answered = (state: PositionResponse['state']): PositionEvent => ({
  type: 'answered',
  response: { state, leaveToken, ...(state === 'confirmed' && { position, phone: null }) },
});
const left: PositionEvent = { type: 'left' };
const failed = (trouble: 'past' | 'tooMany' | 'unreachable' | 'server'): PositionEvent => ({
  type: 'failed',
  trouble,
});

function after(...events: PositionEvent[]) {
  return events.reduce(nextPositionState, initialPositionState);
}

const asked = [opened, began('read'), answered('asked')];
const confirmed = [...asked, began('confirm'), answered('confirmed')];
const member = { step: 'confirmed', token, leaveToken, position, phone: null };

test('the link of a letter is read first, and nothing is confirmed by reading it', () => {
  assert.deepEqual(after(), { step: 'arriving' });
  assert.deepEqual(after(opened), { step: 'reading', token });
  assert.deepEqual(after(opened, began('read')), { step: 'reading', token, act: 'read' });
  assert.deepEqual(after(...asked), { step: 'asked', token, leaveToken });
});

test('the page without a token makes no call', () => {
  const state = after({ type: 'opened', token: undefined });
  assert.deepEqual(state, { step: 'no-token' });
  for (const act of ['read', 'confirm', 'leave'] as const)
    assert.equal(mayBegin(state, act), false);
});

test('confirming shows the position, and leaving removes it', () => {
  assert.deepEqual(after(...confirmed), member);
  assert.deepEqual(after(...confirmed, began('leave'), left), { step: 'left', token, leaveToken });
});

test('a person who has left comes back by confirming', () => {
  const back = [...confirmed, began('leave'), left, began('confirm'), answered('confirmed')];
  assert.deepEqual(after(...back), member);
  assert.equal(after(opened, began('read'), answered('left'), began('confirm')).act, 'confirm');
});

test('the phone of a member is shown once the server has stored it', () => {
  const pressed = [...confirmed, began('iphone')];
  assert.deepEqual(after(...pressed), { ...member, act: 'iphone' });
  assert.deepEqual(after(...pressed, failed('unreachable')), { ...member, trouble: 'unreachable' });
  const response = { state: 'confirmed', leaveToken, position, phone: 'iphone' } as const;
  const stored = [...pressed, { type: 'answered', response } as const];
  assert.deepEqual(after(...stored), { ...member, phone: 'iphone' });
  assert.equal(mayBegin(after(...stored), 'android'), true);
  assert.equal(mayBegin(after(...asked), 'iphone'), false);
  assert.equal('phone' in after(...stored, began('leave'), left), false);
});

test('while an act is under way, no second act begins', () => {
  const leaving = [...confirmed, began('leave')];
  assert.deepEqual(after(...leaving, began('leave')), after(...leaving));
  assert.equal(mayBegin(after(...asked, began('confirm')), 'confirm'), false);
});

test('a step allows only its acts', () => {
  assert.equal(mayBegin(after(...asked), 'leave'), false);
  assert.equal(mayBegin(after(...confirmed), 'confirm'), false);
  assert.equal(mayBegin(after(...confirmed), 'leave'), true);
});

test('the position can be read again after a failure', () => {
  const unanswered = [opened, began('read'), failed('unreachable')];
  assert.deepEqual(after(...unanswered), { step: 'unanswered', token, trouble: 'unreachable' });
  assert.deepEqual(after(...unanswered, began('read')), {
    step: 'unanswered',
    token,
    act: 'read',
  });
  assert.equal(after(...unanswered, began('read'), answered('confirmed')).step, 'confirmed');
});

test('a press that fails does not change the step, and the reason is shown until the next press', () => {
  const state = after(...asked, began('confirm'), failed('tooMany'));
  assert.deepEqual(state, { step: 'asked', token, leaveToken, trouble: 'tooMany' });
  assert.equal(nextPositionState(state, began('confirm')).trouble, undefined);
  const leaving = after(...confirmed, began('leave'), failed('server'));
  assert.deepEqual([leaving.step, leaving.position], ['confirmed', position]);
});

test('a call with a token that is not valid any more ends in the step "expired"', () => {
  assert.deepEqual(after(opened, began('read'), failed('past')), { step: 'expired' });
  assert.deepEqual(after(...asked, began('confirm'), failed('past')), { step: 'expired' });
});

test('an answer without a call under way changes nothing', () => {
  for (const event of [answered('confirmed'), left, failed('server')]) {
    assert.deepEqual(after(...asked, event), after(...asked));
  }
});

const now = Date.UTC(2026, 10, 22);

test('a sign-up in this browser counts for seven days', () => {
  assert.equal(SIGNED_UP_DAYS, 7);
  assert.equal(isRecentSignUp(String(now), now), true);
  assert.equal(isRecentSignUp(String(now - 7 * DAY_MS + 1), now), true);
  assert.equal(isRecentSignUp(String(now - 7 * DAY_MS), now), false);
});

test('a missing, broken or future time does not count', () => {
  for (const stored of [null, '', 'lit', 'NaN', String(now + 1)]) {
    assert.equal(isRecentSignUp(stored, now), false, String(stored));
  }
});

test('a fragment is a token, also if it was encoded again; the server repairs other damage', () => {
  for (const [fragment, token] of [
    ['#aB3_-x', 'aB3_-x'],
    ['#-aB3_', '-aB3_'],
    ['#%2522aB3%22', '"aB3"'],
    ['#aB%0A3', 'aB\n3'],
    ['#aB3%E2%80', 'aB3%E2%80'],
    ['', undefined],
    ['#', undefined],
  ] as const) {
    assert.equal(tokenIn(fragment), token, fragment);
  }
});

test('numbers are written with commas, and a rounded number is called "about"', () => {
  assert.equal(written(1204), '1,204');
  const { waiting } = positionTexts.confirmed;
  assert.match(waiting(99), /^of 99 people/);
  assert.match(waiting(100), /^of about 100 people/);
  assert.match(waiting(3200), /^of about 3,200 people/);
});

test('the sentence about friends says how many have confirmed and, below 20, what each further friend changes; the first in line moves no further', () => {
  assert.match(friendsSentence(0, 2), /^Each friend .* moves you up at most 10 places/);
  assert.match(friendsSentence(1, 2), /^1 friend has confirmed .* Each further friend/);
  assert.match(friendsSentence(19, 2), /^19 friends have confirmed .* Each further friend/);
  assert.match(friendsSentence(20, 2), /^20 friends have confirmed .* as far as friends can/);
  for (const friends of [0, 1, 19, 20]) {
    assert.match(friendsSentence(friends, 1), /^(?!.*up).* (lights a window\.|Thank you!)$/);
  }
});
