import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { callsOfRoute } from './call.ts';

test('a route answers the calls with its path and its methods, and HEAD as GET', () => {
  const url = calls.getInviter.path;
  const of = (method: string | string[]) => callsOfRoute({ url, method });
  assert.deepEqual(of('GET'), [calls.getInviter]);
  assert.deepEqual(of('HEAD'), [calls.getInviter]);
  assert.deepEqual(of('PUT'), [calls.putInviter]);
  assert.deepEqual(of(['GET', 'PUT']), [calls.getInviter, calls.putInviter]);
  assert.deepEqual(of('POST'), []);
  assert.deepEqual(callsOfRoute({ url: '/privacy', method: 'GET' }), []);
});
