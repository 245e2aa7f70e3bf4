import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readView, type View, writeView } from './view-in-address.ts';

const defaultView: View = {
  sort: 'pageViews',
  order: 'desc',
  search: '',
  page: 1,
  range: '',
  tab: 'invites',
  inviter: '',
};

test('the address of the default view has no query string', () => {
  assert.deepEqual(readView(''), defaultView);
  assert.equal(writeView(defaultView), '');
});

test('every view can be read back from its address', () => {
  const views: View[] = [
    { ...defaultView, sort: 'username', order: 'asc', search: 'ana & bea=名', page: 3 },
    { ...defaultView, sort: 'username' },
    { ...defaultView, order: 'asc', search: ' ' },
    { ...defaultView, range: 'today', inviter: 'a&b=c' },
    { ...defaultView, range: '2025-06-01..2025-06-14' },
    { ...defaultView, sort: 'inviteAcceptanceRate', tab: 'mailings' },
  ];
  for (const view of views) assert.deepEqual(readView(writeView(view)), view);
});

test('names are sorted from A to Z and figures from the largest down, unless the address says so', () => {
  assert.equal(readView('?sort=username').order, 'asc');
  assert.equal(readView('?sort=downloads').order, 'desc');
  assert.equal(readView('?sort=downloads&order=asc').order, 'asc');
});

test('an invalid value becomes the default', () => {
  const odd = [
    '?sort=password',
    '?order=up',
    '?page=0',
    '?page=-1',
    '?page=1e9',
    '?tab=x',
    '?range=8',
    '?range=2025-06-01',
    '?range=2025-6-1..2025-06-14',
    '?x',
  ];
  for (const query of odd) assert.deepEqual(readView(query), defaultView, query);
});

test('a search that is too long is cut between characters', () => {
  const { search } = readView(`?${new URLSearchParams({ search: '😀'.repeat(101) })}`);
  assert.equal(search, '😀'.repeat(100));
});
