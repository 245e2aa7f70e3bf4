import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnplainPhrases } from './plain-words.ts';

const find = (text: string, path = 'storage/a.ts') => findUnplainPhrases([{ path, text }]);

test('a phrase with a plainer form is reported with its line and that form', () => {
  assert.deepEqual(find('const a = 1;\n// Whoever reads this'), [
    'storage/a.ts:2 says "Whoever". In plain words: name the person or the part: the user, the operator, the caller.',
  ]);
  assert.equal(find('It leads to the token from nowhere.', 'README.md').length, 1);
  assert.match(String(find('// They would wait in a circle.')), /deadlock/);
  assert.equal(find('Nobody sees a lost visit.').length, 1);
});

test('plain words and legal texts are not reported', () => {
  assert.deepEqual(find('// Ignore SIGHUP when there is no terminal.'), []);
  assert.deepEqual(find("await get('nobody'); await get('/api/users/nobody-1');"), []);
  assert.deepEqual(find('Whoever opens it', 'web/screens/terms/a.tsx'), []);
});
