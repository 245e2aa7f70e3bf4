import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as toasts from './toast-queue.ts';

const { createToastQueue } = toasts;

const first: toasts.Toast = {
  variant: 'destructive',
  title: 'First',
  description: 'Something is wrong',
};
const second: toasts.Toast = {
  variant: 'default',
  title: 'Second',
  description: 'All is well',
};

function newestOf(queue: ReturnType<typeof createToastQueue>) {
  const [newest] = queue.records();
  assert.ok(newest, 'the queue must not be empty');
  return newest;
}

test('toasts have the limits that the specification names', () => {
  assert.deepEqual(
    { ...toasts },
    {
      createToastQueue,
      MAX_TOASTS: 1,
      TOAST_DURATION_MS: 5_000,
      TOAST_REMOVE_DELAY_MS: 1_000_000,
      TOAST_SWIPE_THRESHOLD_PX: 50,
      TOAST_HOTKEY: 'F8',
    },
  );
});

test('a raised toast is open, and replaces the one before with a new id, so that the same toast is read out again', () => {
  const queue = createToastQueue();
  for (const [index, toast] of [first, second, second].entries()) {
    queue.raise(toast);
    assert.deepEqual(queue.records(), [{ ...toast, id: index + 1, open: true }]);
  }
});

test('a dismissed toast is closed immediately and removed after 1,000,000 ms, also if it is dismissed again', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const queue = createToastQueue();
  queue.raise(first);
  queue.dismiss(newestOf(queue).id);
  assert.equal(newestOf(queue).open, false);
  t.mock.timers.tick(500_000);
  queue.dismiss(newestOf(queue).id);
  t.mock.timers.tick(499_999);
  assert.equal(queue.records().length, 1);
  t.mock.timers.tick(1);
  assert.equal(queue.records().length, 0);
});

test('when a dismissed toast is removed, a later toast is kept', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const queue = createToastQueue();
  queue.raise(first);
  queue.dismiss(newestOf(queue).id);
  queue.raise(second);
  t.mock.timers.tick(1_000_000);
  assert.equal(newestOf(queue).title, 'Second');
});

test('dismissing a toast that is gone changes nothing', () => {
  const queue = createToastQueue();
  queue.raise(first);
  const { id } = newestOf(queue);
  queue.raise(second);
  const before = queue.records();
  queue.dismiss(id);
  assert.equal(queue.records(), before);
});
