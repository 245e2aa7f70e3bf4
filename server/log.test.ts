import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMostEvery, createRareWarning, readableStream } from './log.ts';

test('a warning that strangers can cause is logged once a minute, each warning by itself', (t) => {
  let now = 5_000;
  t.mock.method(performance, 'now', () => now);
  const logged: string[] = [];
  const warn = createRareWarning({ log: { warn: (text: string) => logged.push(text) } as never });
  for (const [at, text] of [
    [5_000, 'one'],
    [64_999, 'one'],
    [64_999, 'two'],
    [65_000, 'one'],
  ] as const) {
    now = at;
    warn(text);
  }
  assert.deepEqual(logged, ['one', 'two', 'one']);
  const isDue = atMostEvery(10);
  assert.equal(isDue(), true);
  assert.equal(isDue(), false);
});

test('a terminal shows the time, the level unless it is info, the message, and the stack of an error', () => {
  let shown = '';
  const stream = readableStream({ write: (line) => (shown += line) });
  const time = '2026-06-19T18:30:05.000Z';
  stream.write(JSON.stringify({ time, level: 'info', msg: 'Ready.' }));
  stream.write(JSON.stringify({ time, level: 'error', msg: 'No.', err: { stack: 'at x' } }));
  assert.equal(shown, '18:30:05  Ready.\n18:30:05  ERROR No.\nat x\n');
});
