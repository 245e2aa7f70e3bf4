import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { pathTo } from '../../contract/screens.ts';
import { createTestApp, siteForSuite, TEST_KEY } from '../../testing/test-app.ts';

const headers = { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' };

describe('PUT /api/users/{id}', () => {
  const site = siteForSuite(() => createTestApp({ profileImageHosts: ['images.example'] }));

  const putAt = (url: string, body: unknown) =>
    site.app.inject({
      method: calls.putInviter.method,
      url,
      headers,
      payload: JSON.stringify(body),
    });
  const put = (id: string, body: unknown) => putAt(pathTo(calls.putInviter, id), body);
  const find = (id: string) => site.storage.inviters.find(id);

  test('stores a profile with trimmed names, and a later one replaces all of its fields', async () => {
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
    const bare = { id: 'ana', username: 'ana', firstName: null, profileImageUrl: null };
    await put('ana', { username: 'ana' });
    assert.deepEqual(await find('ana'), bare);
    await put('ana', { username: '\u3000 ana \n', firstName: ' \u200b ', profileImageUrl: '' });
    assert.deepEqual(await find('ana'), bare);
  });

  test('stores ids with any characters unchanged', async () => {
    for (const id of [
      `../a b%2F%252e?a=b&c#;+"'\`<>:id*`,
      '...',
      'e\u0301',
      '名前👩‍👩‍👧\u202eana',
      '__proto__',
      '\u{1f600}'.repeat(128),
    ]) {
      assert.equal((await put(id, { username: 'ana' })).statusCode, 200, id);
      assert.equal((await find(id))?.id, id);
    }
  });

  test('stores names with any characters unchanged', async () => {
    for (const name of [
      "Åsa O'Brien-Smith (Jr.) Ὀδυσσεύς Володимир محمد \u200fשרה\u200e 王小明 می\u200cخواهم 👩‍🚀 𠮷野家",
      '<script>alert(1)</script> {{publicUrl}} $& %s',
      '\u{1f600}'.repeat(100),
      'beside noncharacters \ufffd \ufdcf \ufdf0 \u{1fffd} \u{20000}',
    ]) {
      assert.equal((await put('named', { username: name, firstName: name })).statusCode, 200, name);
      const { username, firstName } = (await find('named')) ?? {};
      assert.deepEqual({ username, firstName }, { username: name, firstName: name });
    }
  });

  const longId = 'x'.repeat(129);
  const user = { username: 'a' };
  const bad: readonly (readonly [body: unknown, sentence: RegExp, id?: string])[] = [
    [user, /more than 128 characters/, longId],
    [user, /^The id must .*control/, 'a\u0007'],
    [{ username: 5 }, /username must be string/],
    [{ ...user, admin: true }, /additional properties/],
    ...[' ', '\u200b\u3164'].map(
      (blank) => [{ username: blank }, /^The username must not be empty\.$/] as const,
    ),
    [{ username: 'x'.repeat(101) }, /^The username .*100/],
    [{ username: 'a\nb' }, /^The username .*line break/],
    [{ username: 'a\u202eb' }, /direction/],
    [{ ...user, firstName: '\u2066b' }, /^The firstName /],
    ...['\ufffe', '\ufdd0', '\u{10ffff}'].map(
      (character) => [{ username: `a${character}b` }, /^The username .* noncharacter/] as const,
    ),
    [{ username: 'a\ud83d' }, /^The username /],
    [{ ...user, profileImageUrl: 'http://images.example/' }, /https/],
    [
      { ...user, profileImageUrl: 'https://elsewhere.example/' },
      /^Profile images may not come from elsewhere\.example\.$/,
    ],
  ];
  for (const [body, sentence, id = 'nobody'] of bad) {
    const what = JSON.stringify([body, id]).slice(0, 60);
    test(`refuses ${what} with a sentence, and stores nothing`, async () => {
      const response = await put(id, body);
      assert.equal(response.statusCode, 400);
      assert.match(response.json().error, sentence);
      assert.match(response.json().error, /^[A-Z].*\.$/);
      assert.equal(await find(id), undefined);
    });
  }

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
