import assert from 'node:assert/strict';
import { test } from 'node:test';
import { friendsSentence, standingTexts, written } from './standing-texts.ts';

test('numbers are written with commas, and a rounded number is called "about"', () => {
  assert.equal(written(1204), '1,204');
  const { waiting } = standingTexts.confirmed;
  assert.match(waiting(99), /^of 99 people/);
  assert.match(waiting(100), /^of about 100 people/);
  assert.match(waiting(3200), /^of about 3,200 people/);
});

test('the sentence about friends says how many have confirmed and, below 20, what each further friend changes', () => {
  assert.match(friendsSentence(0), /^Each friend .* moves you up by up to 10 places/);
  assert.match(friendsSentence(1), /^1 friend has confirmed .* Each further friend/);
  assert.match(friendsSentence(19), /^19 friends have confirmed .* Each further friend/);
  assert.match(friendsSentence(20), /^20 friends have confirmed .* as far as friends can/);
});
