import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeComeFirst } from './team-waitlist.ts';

test('if more people come first than can be chosen at once, the advice is another one', () => {
  assert.match(describeComeFirst(10_000), /Choose at least 10,000\.$/);
  assert.match(
    describeComeFirst(15_000),
    /: 15,000 people .* Choose those with one phone first\.$/,
  );
});
