import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameSize } from './name-size.ts';

const names = {
  huge: ['Mia', 'Wanda', '明', 'محمد'],
  large: ['Martin', 'Ana Maria', 'Jean-Luc', 'Alexandr'],
  medium: ['Maximilian', 'Mary Elizabeth', 'Ana María Magdalena'],
  small: ['Evangelinette', 'Anna Sophia Maria Magdalena'],
  tiny: ['Wolfeschlegelstei', 'Pablo Diego José Francisco de Paula'],
  least: ['Wolfeschlegelsteinhausenbergerdorff', `${'Pablo '.repeat(16)}Ruiz`],
};

for (const [size, examples] of Object.entries(names)) {
  for (const name of examples) {
    test(`${name} is set ${size}`, () => assert.equal(nameSize(name), size));
  }
}

test('a letter outside of the first plane counts once', () => {
  assert.equal(nameSize('𝓜𝓲𝓪𝓼𝓪'), 'huge');
});
