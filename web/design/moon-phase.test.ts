import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moonPhase } from './moon-phase.ts';

/** Published times (UTC) of new moons, quarters and full moons. */
const known: readonly [time: string, phase: number][] = [
  ['2000-01-06T18:14Z', 0],
  ['2024-04-08T18:21Z', 0],
  ['2025-03-14T06:55Z', 0.5],
  ['2026-01-03T10:03Z', 0.5],
  ['2026-08-12T17:37Z', 0],
  ['2026-08-28T04:18Z', 0.5],
  ['2026-11-09T07:02Z', 0],
  ['2026-11-17T11:48Z', 0.25],
  ['2026-11-24T14:53Z', 0.5],
  ['2026-12-01T06:09Z', 0.75],
  ['2026-12-09T00:52Z', 0],
  ['2030-06-15T18:41Z', 0.5],
];
const DAYS_PER_MONTH = 29.53;

test('new moons, quarters and full moons are right to about an hour', () => {
  for (const [time, phase] of known) {
    const off = moonPhase(Date.parse(time)) - phase;
    const hours = Math.abs(off - Math.round(off)) * DAYS_PER_MONTH * 24;
    assert.ok(hours < 1.2, `${time} is ${hours.toFixed(1)} hours off`);
  }
});

test('from one new moon to the next, the phase grows from 0 to 1 without a jump', () => {
  const newMoon = Date.parse('2026-11-09T10:00Z');
  const phases = Array.from({ length: 29 * 24 }, (_, hour) =>
    moonPhase(newMoon + hour * 3_600_000),
  );
  assert.ok((phases[0] ?? 1) < 0.01);
  assert.ok((phases.at(-1) ?? 0) > 0.97);
  for (const [hour, phase] of phases.entries()) {
    const step = phase - (phases[hour - 1] ?? 0);
    assert.ok(step > 0 && step < 0.01, `hour ${hour} has a step of ${step}`);
  }
});
