import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteStream } from 'node:tty';
import { createProgress } from './progress.ts';

/** Acts as a terminal, because tests run without a terminal. */
function screen(isTTY: boolean) {
  const written: string[] = [];
  const output = { isTTY, write: (text: string) => written.push(text) };
  return { written, output: output as unknown as WriteStream };
}

test('progress is drawn on a terminal, and cleared at the end', () => {
  const { written, output } = screen(true);
  const progress = createProgress(output, 2_000_000);
  progress.show(500_000);
  progress.clear();
  assert.deepEqual(written, ['\r25 %  500,000 rows\x1b[K', '\r\x1b[K']);
});

test('progress is not written to a file', () => {
  const { written, output } = screen(false);
  const progress = createProgress(output, 100);
  progress.show(50);
  progress.clear();
  assert.deepEqual(written, []);
});
