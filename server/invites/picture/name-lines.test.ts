import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOffsets, MAX_NAME_LINES, NAME_WIDTH, SMALLEST_NAME, setName } from './name-lines.ts';

/** As if every letter were half an em wide. */
const measure = (text: string) => ({ width: text.length / 2, top: 0.7, bottom: 0.2 });
const set = (name: string) => setName(name, measure);

test('a short name is set large, and a longer one smaller', () => {
  const { size, lines } = set('Bo');
  assert.deepEqual(lines, ['Bo']);
  assert.ok(size > set('Alexandrina').size);
});

test('a line ends after a space or a hyphen', () => {
  assert.deepEqual(set('Maximiliane Konstantin').lines, ['Maximiliane', 'Konstantin']);
  assert.deepEqual(set('Wilhelmina-Anneliese Ko').lines, ['Wilhelmina-', 'Anneliese Ko']);
});

test('a word is broken only where it would be too small in one piece', () => {
  assert.deepEqual(set('a'.repeat(21)).lines, ['a'.repeat(21)]);
  const { lines } = set('a'.repeat(40));
  assert.ok(lines.length > 1);
  assert.equal(lines.join(''), 'a'.repeat(40));
});

test('a letter is never broken, however many characters it is made of', () => {
  const letter = 'e\u0301\u0323';
  const { lines } = set(letter.repeat(16));
  assert.ok(lines.length > 1);
  for (const line of lines) assert.equal(line.length % letter.length, 0);
});

test('what does not fit is replaced by an ellipsis', () => {
  const { size, lines } = set('Pablo Diego José '.repeat(9).trim());
  assert.equal(size, SMALLEST_NAME);
  assert.equal(lines.length, MAX_NAME_LINES);
  assert.match(lines.at(-1) ?? '', /\S…$/);
});

test('nothing is wider than its place', () => {
  for (let length = 1; length <= 100; length++) {
    for (const name of ['x'.repeat(length), 'xxxx '.repeat(20).slice(0, length).trim()]) {
      const { size, lines } = set(name);
      for (const line of lines)
        assert.ok(measure(line).width * size <= NAME_WIDTH, `${size} ${line}`);
    }
  }
});

test('lines stand further apart where the marks between them would touch', () => {
  const plain = { width: 1, top: 0.7, bottom: 0.2 };
  const marked = { width: 1, top: 1.3, bottom: 0.5 };
  assert.deepEqual(lineOffsets([plain, plain, plain]), [0, 1.2, 2.4]);
  const [, second = 0] = lineOffsets([marked, marked]);
  assert.ok(second > marked.bottom + marked.top);
});

test('piles of marks leave room for fewer lines, and for smaller ones', () => {
  const piled = (text: string) => ({ ...measure(text), top: 2, bottom: 1 });
  assert.ok(setName('Bo', piled).size < set('Bo').size);
  const { lines } = setName('Pablo Diego José '.repeat(9).trim(), piled);
  assert.equal(lines.length, 1);
});
