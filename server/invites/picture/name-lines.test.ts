import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  layOutName,
  lineOffsets,
  MAX_NAME_LINES,
  NAME_WIDTH,
  SMALLEST_NAME,
} from './name-lines.ts';

/** Measures every letter as half an em wide. */
const measure = (text: string) => ({ width: text.length / 2, top: 0.7, bottom: 0.2 });
const layOut = (name: string) => layOutName(name, measure);

test('a short name is larger than a long one', () => {
  const { size, lines } = layOut('Bo');
  assert.deepEqual(lines, ['Bo']);
  assert.ok(size > layOut('Alexandrina').size);
});

test('a line ends after a space or a hyphen', () => {
  assert.deepEqual(layOut('Maximiliane Konstantin').lines, ['Maximiliane', 'Konstantin']);
  assert.deepEqual(layOut('Wilhelmina-Anneliese Ko').lines, ['Wilhelmina-', 'Anneliese Ko']);
});

test('a word is broken only if it would be too small in one line', () => {
  assert.deepEqual(layOut('a'.repeat(21)).lines, ['a'.repeat(21)]);
  const { lines } = layOut('a'.repeat(40));
  assert.ok(lines.length > 1);
  assert.equal(lines.join(''), 'a'.repeat(40));
});

test('a letter of several characters is never broken', () => {
  const letter = 'e\u0301\u0323';
  const { lines } = layOut(letter.repeat(16));
  assert.ok(lines.length > 1);
  for (const line of lines) assert.equal(line.length % letter.length, 0);
});

test('the end of a name that does not fit is replaced by an ellipsis', () => {
  const { size, lines } = layOut('Pablo Diego José '.repeat(9).trim());
  assert.equal(size, SMALLEST_NAME);
  assert.equal(lines.length, MAX_NAME_LINES);
  assert.match(lines.at(-1) ?? '', /\S…$/);
});

test('no line is wider than the maximum', () => {
  for (let length = 1; length <= 100; length++) {
    for (const name of ['x'.repeat(length), 'xxxx '.repeat(20).slice(0, length).trim()]) {
      const { size, lines } = layOut(name);
      for (const line of lines)
        assert.ok(measure(line).width * size <= NAME_WIDTH, `${size} ${line}`);
    }
  }
});

test('the distance of lines is larger if marks between them would touch', () => {
  const plain = { width: 1, top: 0.7, bottom: 0.2 };
  const marked = { width: 1, top: 1.3, bottom: 0.5 };
  assert.deepEqual(lineOffsets([plain, plain, plain]), [0, 1.2, 2.4]);
  const [, second = 0] = lineOffsets([marked, marked]);
  assert.ok(second > marked.bottom + marked.top);
});

test('a name with many marks per letter gets fewer and smaller lines', () => {
  const marked = (text: string) => ({ ...measure(text), top: 2, bottom: 1 });
  assert.ok(layOutName('Bo', marked).size < layOut('Bo').size);
  const { lines } = layOutName('Pablo Diego José '.repeat(9).trim(), marked);
  assert.equal(lines.length, 1);
});
