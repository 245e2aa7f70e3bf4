import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { pathTo } from '../../contract/screens.ts';
import { createTestApp, TEST_KEY, type TestApp } from '../../testing/test-app.ts';

const headers = { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' };

describe('PUT /api/users/{id}', () => {
  let site: TestApp;
  before(async () => {
    site = await createTestApp({ profileImageHosts: ['images.example'] });
  });
  after(() => site.close());

  const putAt = (url: string, body: unknown) =>
    site.app.inject({
      method: calls.putInviter.method,
      url,
      headers,
      payload: JSON.stringify(body),
    });
  const put = (id: string, body: unknown) => putAt(pathTo(calls.putInviter, id), body);
  const find = (id: string) => site.storage.inviters.find(id);

  test('stores a profile, and a later one replaces all of its fields', async () => {
    const response = await put('ana', {
      username: 'ana.w',
      firstName: 'Ana',
      profileImageUrl: 'https://images.example/ana.jpg',
    });
    assert.equal(response.statusCode, 200);
    assert.deepEqual(response.json(), { stored: true });
    assert.deepEqual(await find('ana'), {
      id: 'ana',
      username: 'ana.w',
      firstName: 'Ana',
      profileImageUrl: 'https://images.example/ana.jpg',
    });
    await put('ana', { username: 'ana' });
    assert.deepEqual(await find('ana'), {
      id: 'ana',
      username: 'ana',
      firstName: null,
      profileImageUrl: null,
    });
  });

  test('trims names, and stores an empty first name as null', async () => {
    await put('ana', { username: '\u3000 ana \n', firstName: ' \u200b ', profileImageUrl: '' });
    assert.deepEqual(await find('ana'), {
      id: 'ana',
      username: 'ana',
      firstName: null,
      profileImageUrl: null,
    });
  });

  for (const id of [
    'a/b',
    '../ana',
    '...',
    '%',
    '%2F',
    '%252e%252e',
    'a b',
    '"\'`<>',
    'é',
    'e\u0301',
    '名前',
    '👩‍👩‍👧',
    '?a=b&c',
    '#',
    'a;b',
    '+',
    '\u202eana',
    '__proto__',
    'constructor',
    ':id',
    '*',
    'x'.repeat(128),
    '\u{1f600}'.repeat(128),
  ]) {
    test(`stores the id ${JSON.stringify(id.slice(0, 20))} (${[...id].length} characters) unchanged`, async () => {
      assert.equal((await put(id, { username: 'ana' })).statusCode, 200);
      assert.equal((await find(id))?.id, id);
    });
  }

  for (const name of [
    'Åsa',
    'Ὀδυσσεύς',
    'Володимир',
    'محمد',
    '\u200fשרה\u200e',
    '王小明',
    'می\u200cخواهم',
    '👩‍🚀',
    '𠮷野家',
    "O'Brien-Smith (Jr.)",
    '<script>alert(1)</script>',
    '{{publicUrl}} $& %s',
    '\u{1f600}'.repeat(100),
    'beside noncharacters \ufffd \ufdcf \ufdf0 \u{1fffd} \u{20000}',
  ]) {
    test(`stores the name ${JSON.stringify(name.slice(0, 30))} unchanged`, async () => {
      const response = await put('named', { username: name, firstName: name });
      assert.equal(response.statusCode, 200);
      const { username, firstName } = (await find('named')) ?? {};
      assert.deepEqual({ username, firstName }, { username: name, firstName: name });
    });
  }

  const bad: Record<string, readonly [id: string, body: unknown, sentence: RegExp]> = {
    'an id that is too long': ['x'.repeat(129), { username: 'a' }, /more than 128 characters/],
    'an id with a control character': ['a\u0007', { username: 'a' }, /^The id must .*control/],
    'an id with a NUL': ['a\0', { username: 'a' }, /^The id /],
    'no username': ['nobody', {}, /username/],
    'an empty username': ['nobody', { username: ' ' }, /^The username must not be empty\.$/],
    'an invisible username': ['nobody', { username: '\u200b\u200d' }, /must not be empty/],
    'a username of letters that are always blank': [
      'nobody',
      { username: '\u3164\u2800' },
      /must not be empty/,
    ],
    'a username that is a number': ['nobody', { username: 5 }, /username must be string/],
    'a name that is too long': ['nobody', { username: 'x'.repeat(101) }, /^The username .*100/],
    'a name of two lines': ['nobody', { username: 'a\nb' }, /^The username .*line break/],
    'a name with a line separator': ['nobody', { username: 'a\u2028b' }, /^The username /],
    'a name that reverses the writing direction': ['nobody', { username: 'a\u202eb' }, /direction/],
    'a name with a directional isolate (U+2066)': [
      'nobody',
      { username: 'a', firstName: '\u2066b' },
      /^The firstName /,
    ],
    ...Object.fromEntries(
      ['\ufffe', '\uffff', '\ufdd0', '\ufdef', '\u{1fffe}', '\u{10ffff}'].map((character) => [
        `the noncharacter U+${character.codePointAt(0)?.toString(16)}`,
        ['nobody', { username: `a${character}b` }, /^The username .* noncharacter/] as const,
      ]),
    ),
    'a noncharacter in a first name': [
      'nobody',
      { username: 'a', firstName: '\ufffe' },
      /^The firstName /,
    ],
    'a lone surrogate': ['nobody', { username: 'a\ud83d' }, /^The username /],
    'an unknown key': ['nobody', { username: 'a', admin: true }, /additional properties/],
    'an image with http': [
      'nobody',
      { username: 'a', profileImageUrl: 'http://images.example/' },
      /https/,
    ],
    'an image on a host that is not allowed': [
      'nobody',
      { username: 'a', profileImageUrl: 'https://elsewhere.example/' },
      /^Profile images may not come from elsewhere\.example\.$/,
    ],
  };
  for (const [what, [id, body, sentence]] of Object.entries(bad)) {
    test(`refuses ${what} with a sentence, and stores nothing`, async () => {
      const response = await put(id, body);
      assert.equal(response.statusCode, 400);
      assert.match(response.json().error, sentence);
      assert.match(response.json().error, /^[A-Z].*\.$/);
      assert.equal(await find(id), undefined);
    });
  }

  test('refuses the ids "." and "..", which no URL can contain', async () => {
    const { port } = await site.listen();
    for (const segment of ['.', '..', '%2e', '%2E.']) {
      // Not `fetch`: it would resolve such a segment as a relative path.
      const put = request({
        host: '127.0.0.1',
        port,
        method: 'PUT',
        path: `/api/users/${segment}`,
        headers,
      });
      const [response] = await once(put.end('{"username":"a"}'), 'response');
      assert.equal(response.statusCode, 400, segment);
      assert.match(await text(response), /\\"\.\\" or \\"\.\.\\"/);
    }
  });

  test('refuses an empty id, and an id that cannot be decoded', async () => {
    for (const segment of ['', '%ff', '%', '%ed%a0%bd', 'x'.repeat(1_537)]) {
      const { statusCode } = await putAt(`/api/users/${segment}`, { username: 'a' });
      assert.ok([400, 404].includes(statusCode), `${segment}: ${statusCode}`);
    }
  });

  test('refuses a body of more than 16 KB', async () => {
    const response = await put('nobody', { username: 'a', firstName: 'x'.repeat(16 * 1024) });
    assert.equal(response.statusCode, 413);
  });
});
