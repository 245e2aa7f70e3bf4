import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { moonPhase } from './moon-phase.ts';
import { tonightScript } from './tonight.ts';

const NOW = Date.UTC(2026, 10, 14, 1);

/** Runs the script in a fake browser. @returns what it sets on the root element */
function run(localStorage: object) {
  const set: Record<string, unknown> = {};
  const dataset: Record<string, string> = {};
  const style = {
    setProperty: (name: string, value: unknown) => {
      set[name] = value;
    },
  };
  const globals = {
    Date: { now: () => NOW },
    document: { documentElement: { style, dataset } },
  };
  Object.defineProperty(globals, 'localStorage', localStorage);
  runInNewContext(tonightScript, globals);
  return { phase: set['--phase'], dataset };
}

test('the script sets the phase of the moon', () => {
  assert.equal(run({ value: {} }).phase, moonPhase(NOW));
});

test('the script lights the window only for a visitor who has joined', () => {
  assert.deepEqual(run({ value: { lit_window: 'lit' } }).dataset, { window: 'lit' });
  assert.deepEqual(run({ value: { invite_views_mia: '[]' } }).dataset, {});
});

test('blocked storage breaks nothing', () => {
  const blocked = {
    get() {
      throw new Error('SecurityError');
    },
  };
  assert.deepEqual(run(blocked), { phase: moonPhase(NOW), dataset: {} });
});

test('the script is small enough to be inlined into every page', () => {
  assert.ok(tonightScript.length <= 800, `it has ${tonightScript.length} characters`);
});
