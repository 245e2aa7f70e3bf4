import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventKey } from './visits.ts';

test('event keys are the same as in earlier versions, so that an event counts once across an upgrade', () => {
  const key = (action: 'page_view' | 'download_clicked') =>
    eventKey(action, 'mbxq1c2d-00112233445566778899').toString('hex');
  assert.equal(key('page_view'), '6d6278713163326404a6eab07a64e94a446abba3');
  assert.equal(key('download_clicked'), '6d62787131633264e04e9158718cb91567374963');
});
