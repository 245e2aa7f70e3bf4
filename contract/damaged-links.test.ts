import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  addressMeantBy,
  boundParameters,
  meantBy,
  parametersOf,
  readQuery,
} from './damaged-links.ts';

describe('meantBy', () => {
  test('begins with the text itself, and takes away more with each text', () => {
    assert.deepEqual(meantBy('ana'), ['ana']);
    assert.deepEqual(meantBy('ana.b'), ['ana.b']);
    assert.deepEqual(meantBy('(_ana_%2529) and'), [
      ...['(_ana_%2529) and', '(_ana_)) and', '_ana_)) and', '_ana_', '_ana'],
    ]);
    for (const none of [undefined, null, 7, ['ana'], '', '\ud800', 'x'.repeat(2_001)])
      assert.deepEqual(meantBy(none), []);
  });

  test('finds a text between marks of WhatsApp that begins and ends with such a mark', () => {
    for (const text of ['_ana_', '-ana-', 'ana'])
      for (const marks of ['_', '~_', '_~*']) assert.ok(meantBy(text + marks).includes(text));
  });

  test('finds at most five texts, however much was added', () => {
    for (const part of [')', '(', '%25', 'a)', '%', '&quot;', '\u200b', '(a)', '快', 'a%2525_快'])
      assert.ok(meantBy(part.repeat(2_000 / part.length)).length <= 5, part);
  });
});

test('a link with 100 parameters is read, and of one with more only its path', () => {
  const link = (parameters: number) => `/invite?ref=ana${'&utm=x%80'.repeat(parameters - 1)}`;
  assert.equal(boundParameters(link(100)), link(100));
  assert.equal(readQuery(link(100)).get('ref'), 'ana');
  assert.equal(boundParameters(link(101)), '/invite');
  assert.equal(boundParameters(`/invite?${'&'.repeat(100)}`), '/invite');
  // Queries that are hidden in a path or in escapes have the same bound.
  const hidden = link(101).replaceAll('%80', '');
  assert.equal(addressMeantBy(hidden.replace('?', '%3F')), '/invite?');
  assert.deepEqual([...readQuery(hidden.replaceAll('&', '%26').replaceAll('=', '%3D'))], []);
  assert.deepEqual([...parametersOf(link(101))], []);
});

test('a doubled slash leads to the page of a letter’s link, and no path to another site', () => {
  assert.equal(addressMeantBy('//waitlist/leave/To-Ken_).'), '/waitlist/leave/To-Ken_).');
  for (const url of [
    ...['//evil.example', '//evil.example/invite?ref=1', '/\\evil.example', '//\\evil.example'],
    ...['///evil.example//invite', '//evil.example%2F..%2Finvite', '//invite@evil.example'],
    ...['//invite.evil.example', '//%09/evil.example', '/%2F%2Fevil.example%3Fref=1', '/%'],
  ])
    assert.equal(addressMeantBy(url), undefined, url);
  for (const url of ['/invite%3Fref=a%0D%0Ab', '/waitlist%23a%0D%0Ab', '//invite/%0D%0A%5Cb'])
    assert.match(addressMeantBy(url) ?? '', /^\/\w[\x21-\x7e]+$/, url);
});
