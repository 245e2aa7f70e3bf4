import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFailure } from '../../call-api.ts';
import { waitlistTroubles } from '../../design/waitlist-texts.ts';
import { troubleOfCall, troubleOfText } from './waitlist-trouble.ts';

test('an empty field and a text without "@" have different sentences, and both are about the address', () => {
  for (const empty of ['', ' ', '\t']) {
    assert.deepEqual(troubleOfText(empty), {
      sentence: waitlistTroubles.missing,
      isOfAddress: true,
    });
  }
  assert.deepEqual(troubleOfText('ada'), {
    sentence: waitlistTroubles.withoutAt,
    isOfAddress: true,
  });
  for (const text of ['ada@', 'ada＠example.com', 'ada﹫example.com'])
    assert.equal(troubleOfText(text), undefined);
});

test('an address that the server refuses has to be changed', () => {
  const refusal = new CallFailure('400', { status: 400, answer: { error: 'No.' } });
  assert.deepEqual(troubleOfCall(refusal), {
    sentence: waitlistTroubles.refused,
    isOfAddress: true,
  });
});

test('after any other error the sentence of the server is shown, and the address is kept', () => {
  for (const status of [403, 429, 500, 503]) {
    const error = new CallFailure(`${status}`, { status, answer: { error: 'In 5 s.' } });
    assert.deepEqual(troubleOfCall(error), { sentence: 'In 5 s.', isOfAddress: false });
  }
});

test('without an answer of the server, the sentence names the connection', () => {
  const proxy = new CallFailure('502', { status: 502 });
  const unreachable = new CallFailure('Cannot reach it', {});
  for (const error of [proxy, unreachable, new Error('The code for the proof did not load.')]) {
    assert.deepEqual(troubleOfCall(error), {
      sentence: waitlistTroubles.noAnswer,
      isOfAddress: false,
    });
  }
});
