import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PainterThread } from './painter-thread.ts';

test('a picture that cannot be drawn is refused, and the next one is tried', async () => {
  const painter = new PainterThread('no drawing');
  await assert.rejects(painter.paint('Ana'));
  await assert.rejects(painter.paint('Bo'));
  assert.equal(await painter.paint('小明'), undefined);
  await painter.close();
});

test('whoever waits for a picture when the thread ends is told', async () => {
  const painter = new PainterThread(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
  );
  const waiting = assert.rejects(painter.paint('Ana'), /has ended/);
  await new Promise(setImmediate);
  await painter.close();
  await waiting;
  await assert.rejects(painter.paint('Ana'), /has ended/);
});
