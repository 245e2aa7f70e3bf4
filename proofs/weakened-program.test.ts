import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { weakening } from './weakened-program.ts';

const proofs = readdirSync(import.meta.dirname).filter((name) =>
  /^[a-z]\d+-.*(?<!\.test)\.ts$/.test(name),
);

describe('the source of the program', () => {
  for (const name of proofs) {
    test(`contains each text that the control of ${name} replaces`, () => import(`./${name}`));
  }

  test('must contain a text exactly once for a control to replace it', () => {
    const replace = (text: string) => weakening('server/http/limits.ts', text, '');
    assert.throws(() => replace('an absent text'), /must contain this once, not 0 times/);
    assert.throws(() => replace('MAX_ADDRESSES'), /must contain this once, not \d+ times/);
  });
});
