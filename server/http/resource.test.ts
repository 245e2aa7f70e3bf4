import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextResource } from './resource.ts';

test('if a compression fails once, the next request of the variant compresses again', async () => {
  const effort = { brotli: 5, gzip: 9 };
  const { variants } = createTextResource('hello', effort, {});
  effort.gzip = 99;
  await assert.rejects(async () => variants.gzip);
  effort.gzip = 9;
  assert.equal((await variants.gzip)?.encoding, 'gzip');
});
