import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asByteOrdered } from './byte-order.ts';

test('texts are in the order of their bytes in UTF-8', () => {
  const texts = ['', 'a', 'é', 'ж', '\ud7ff', '\ue000', '\ufffd', '\u{10000}', '😀', '\u{10ffff}'];
  const twice = texts.flatMap((first) => texts.map((second) => first + second));
  const byBytes = twice.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const compare = (a: string, b: string) => Number(a > b) - Number(a < b);
  const byUnits = twice.toSorted((a, b) => compare(asByteOrdered(a), asByteOrdered(b)));
  assert.deepEqual(byUnits, byBytes);
  assert.notDeepEqual(twice.toSorted(), byBytes, 'JavaScript has another order');
});
