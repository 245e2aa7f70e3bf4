import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTroubles, readDependencies, warningOfAge } from './locked-dependencies.ts';
import { spoilEach } from './s2-few-dependencies.ts';

test('S2: dependencies are few and follow every rule, and a break of each rule is noticed', (t) => {
  const dependencies = readDependencies();
  assert.deepEqual(findTroubles(dependencies), []);
  spoilEach();
  const warning = warningOfAge(dependencies.advisories, Date.now());
  if (warning) t.diagnostic(warning);
});
