import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { moonPhase, tonightScript } from './tonight.ts';

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

/** Published times (UTC) of new moons, quarters and full moons. */
const known: readonly [time: string, phase: number][] = [
  ['2024-04-08T18:21Z', 0],
  ['2026-11-09T07:02Z', 0],
  ['2026-11-17T11:48Z', 0.25],
  ['2026-11-24T14:53Z', 0.5],
  ['2026-12-01T06:09Z', 0.75],
  ['2030-06-15T18:41Z', 0.5],
];
const DAYS_PER_MONTH = 29.53;

test('new moons, quarters and full moons are right to about a day', () => {
  for (const [time, phase] of known) {
    const off = moonPhase(Date.parse(time)) - phase;
    const hours = Math.abs(off - Math.round(off)) * DAYS_PER_MONTH * 24;
    assert.ok(hours < 24, `${time} is ${hours.toFixed(1)} hours off`);
  }
});
