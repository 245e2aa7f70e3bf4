import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsOfRoute } from './calls-of-route.ts';

const url = '/api/things';
const show = { method: 'GET', path: url, access: 'app' } as const;
const add = { method: 'POST', path: url, access: 'anyone' } as const;
const other = { method: 'GET', path: '/api/others', access: 'admin' } as const;

test('a route answers the calls with its path and its methods, and HEAD as GET', () => {
  const of = (method: string | string[]) => callsOfRoute({ url, method }, [show, add, other]);
  assert.deepEqual(of('GET'), [show]);
  assert.deepEqual(of('HEAD'), [show]);
  assert.deepEqual(of('POST'), [add]);
  assert.deepEqual(of(['GET', 'POST']), [show, add]);
  assert.deepEqual(of('DELETE'), []);
});
