import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadable } from './portrait.ts';

const OWN = 'http://site.example';

test('a picture is loaded over https, or from our own origin', () => {
  assert.equal(
    loadable('https://pictures.example/mia.png', OWN),
    'https://pictures.example/mia.png',
  );
  assert.equal(loadable('/mia.png', OWN), `${OWN}/mia.png`);
});

test('a picture at any other address is not loaded', () => {
  for (const address of [
    ...[null, '', 'http://', 'http://pictures.example/mia.png', '//pictures.example/mia.png'],
    ...[
      'data:image/png;base64,iVBORw0KGgo=',
      'javascript:alert(1)',
      'ftp://pictures.example/mia.png',
    ],
    'blob:https://pictures.example/1',
  ]) {
    assert.equal(loadable(address, OWN), undefined, String(address));
  }
});
