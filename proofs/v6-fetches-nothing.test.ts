import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameAddresses, requireUnvisited, withFetch } from './v6-fetches-nothing.ts';

test('V6: the server connects to no address that a request names, and a fetch is noticed', async () => {
  requireUnvisited(await nameAddresses('SQLite'));
  const { visits } = await withFetch((program) => nameAddresses('SQLite', { program }));
  assert.notEqual(visits, 0);
});
