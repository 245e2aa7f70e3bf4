import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventId, EVENT_ID_PATTERN } from './invite-events.ts';

test('event ids match the pattern of the server, and sort by their time', () => {
  const ids = [Date.UTC(2025, 5, 14), Date.UTC(2025, 5, 14) + 1, Date.UTC(2058, 0, 1)].map((now) =>
    createEventId(now, crypto.getRandomValues(new Uint8Array(16))),
  );
  for (const id of ids) assert.match(id, new RegExp(EVENT_ID_PATTERN));
  assert.deepEqual(ids, ids.toSorted());
});

test('an event id is its time in base 36, and its random bytes in hexadecimal', () => {
  const now = Date.UTC(2025, 5, 14);
  assert.equal(createEventId(now, new Uint8Array([1, 255])), `${now.toString(36)}-01ff`);
});
