import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { type Scheme, skyAt, skyScript } from './sky-hour.ts';

/** A fake browser: the values that the script reads, and the changes that it makes. */
function fakeBrowser(clock: { hour: number; scheme: Scheme }) {
  const listeners: Record<string, () => void> = {};
  const listen = (name: string, listener: () => void) => {
    listeners[name] = listener;
  };
  const root = { dataset: { sky: 'dusk' } };
  const themeColor = { content: '' };
  const globals = {
    Date: class {
      getHours() {
        return clock.hour;
      }
    },
    matchMedia: () => ({
      get matches() {
        return clock.scheme === 'dark';
      },
      addEventListener: listen,
    }),
    getComputedStyle: () => ({
      getPropertyValue: (name: string) => `${name} of ${root.dataset.sky}`,
    }),
    document: {
      documentElement: root,
      querySelectorAll: () => [themeColor],
      addEventListener: listen,
    },
  };
  return { globals, listeners, root, themeColor };
}

for (const scheme of ['light', 'dark'] as const) {
  test(`the script shows the sky of each hour, in ${scheme} mode`, () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const { globals, root, themeColor } = fakeBrowser({ hour, scheme });
      runInNewContext(skyScript, globals);
      assert.equal(root.dataset.sky, skyAt(hour, scheme), `at ${hour}:00`);
      assert.equal(themeColor.content, `--sky-high of ${root.dataset.sky}`);
    }
  });
}

test('the sky is updated when the visitor returns to the tab and when the system changes to dark mode', () => {
  const clock: { hour: number; scheme: Scheme } = { hour: 12, scheme: 'light' };
  const { globals, listeners, root } = fakeBrowser(clock);
  runInNewContext(skyScript, globals);
  clock.hour = 18;
  listeners['visibilitychange']?.();
  assert.equal(root.dataset.sky, 'dusk');
  clock.scheme = 'dark';
  listeners['change']?.();
  assert.equal(root.dataset.sky, 'afterglow');
});

test('the script is small enough to be inlined into every page', () => {
  assert.ok(skyScript.length <= 1024, `it has ${skyScript.length} characters`);
});
