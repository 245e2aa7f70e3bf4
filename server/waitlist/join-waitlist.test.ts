import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { query } from '../../testing/databases/test-databases.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';
import { MAX_BODY_DEPTH } from '../http/json-body.ts';

const { method, path: url } = calls.joinWaitlist;
const JSON_TYPE = { 'content-type': 'application/json' };

const site = siteForSuite(createTestApp);

const post = (payload: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
  site.app.inject({ method, url, headers, payload });
const join = (email: string) => post(JSON.stringify({ email }));
const entries = () =>
  Array.fromAsync(site.storage.waitlist.entries(), ({ email, joinedAt, requests }) => ({
    email,
    joinedAt,
    requests,
  }));

const nested = (levels: number, open = '[', close = ']') =>
  `{"email":"ana@example.com","ref":${open.repeat(levels - 1)}1${close.repeat(levels - 1)}}`;

describe('POST /api/waitlist', () => {
  const badBodies: Record<string, [status: number, body: string | Buffer]> = {
    'no body': [400, ''],
    'text that is not JSON': [400, '{"email":'],
    'JSON that is not an object': [400, '"ana@example.com"'],
    'a list': [400, '[{"email":"ana@example.com"}]'],
    'no email': [400, '{}'],
    'an email that is a number': [400, '{"email":5}'],
    'an unknown key': [400, '{"email":"ana@example.com","admin":true}'],
    'a key twice': [400, '{"email":"ana@example.com","email":"ben@example.com"}'],
    'a key twice, once escaped': [400, '{"email":"a@b.c","\\u0065mail":"ben@example.com"}'],
    __proto__: [400, '{"__proto__":{"email":"ana@example.com"}}'],
    'an email without @': [400, '{"email":"ana"}'],
    'bytes that are not UTF-8': [400, Buffer.from('{"email":"\xff@example.com"}', 'latin1')],
    'UTF-16': [400, Buffer.from('{"email":"ana@example.com"}', 'utf16le')],
    'many lists in one another': [400, nested(MAX_BODY_DEPTH + 1)],
    'many objects in one another': [400, nested(MAX_BODY_DEPTH + 1, '{"a":', '}')],
    'many lists with brackets in strings': [400, nested(MAX_BODY_DEPTH + 1, '["]\\"]",')],
    'more than 96 KB': [413, `{"email":"${'a'.repeat(96 * 1024)}"}`],
  };
  for (const [what, [status, body]] of Object.entries(badBodies)) {
    test(`refuses ${what} with ${status} and a sentence, and stores nothing`, async () => {
      const response = await post(body);
      assert.equal(response.statusCode, status);
      assert.match(response.headers['content-type'] as string, /^application\/json/);
      assert.deepEqual(Object.keys(response.json()), ['error']);
      assert.match(response.json().error, /^[A-Z].*\.$/);
      assert.deepEqual(await entries(), []);
    });
  }

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'text/plain, application/json',
  ]) {
    test(`refuses a body of type ${type} with 415, and stores nothing`, async () => {
      const response = await post('{"email":"ana@example.com"}', { 'content-type': type });
      assert.equal(response.statusCode, 415);
      assert.match(response.json().error, /application\/json/);
      assert.deepEqual(await entries(), []);
    });
  }

  test('stores the canonical address with the time, also if it was copied with punctuation or invisible characters', async () => {
    const response = await join(' Ana@Example.COM ');
    assert.equal(response.statusCode, 200);
    assert.deepEqual(response.json(), { joined: true });
    for (const written of ['ana@example.com. ', 'ana＠example.com\u200b'])
      assert.equal((await join(written)).statusCode, 200);
    const stored = { email: 'ana@example.com', joinedAt: TEST_NOW, requests: 3 };
    assert.deepEqual(await entries(), [stored]);
  });

  test('accepts a body with few levels, and with any number of brackets', async () => {
    const brackets = JSON.stringify({ email: 'ana@example.com', ref: `"\\${'[{'.repeat(9_000)}` });
    const many = `{"email":"ana@example.com","ref":[${'[],{},'.repeat(9_000)}1]}`;
    for (const body of [nested(MAX_BODY_DEPTH), brackets, many])
      assert.equal((await post(body)).statusCode, 200);
  });

  test('accepts a Content-Type with a charset, and logs neither a sign-up nor a refused address', async () => {
    const type = { 'content-type': 'application/json; charset=utf-8' };
    const response = await post('{"email":"ana@example.com"}', type);
    assert.equal(response.statusCode, 200);
    await join('not-an-address');
    assert.deepEqual(site.lines, []);
  });
});

test('POST /api/waitlist answers 503 without details while the database is unavailable, and 500 to an unexpected error', async () => {
  await using broken = await createTestApp();
  const join = () => broken.app.inject({ method, url, payload: { email: 'ana@example.com' } });
  await query(broken.databaseUrl, 'DROP TABLE waitlist');
  const unexpected = await join();
  assert.equal(unexpected.statusCode, 500);
  assert.doesNotMatch(unexpected.body, /table|waitlist|SQL/i);
  assert.match(broken.lines.join(''), /no such table|does not exist/);
  assert.doesNotMatch(broken.lines.join(''), /ana@example/);

  await broken.storage.close();
  const unavailable = await join();
  assert.equal(unavailable.statusCode, 503);
  assert.equal(unavailable.headers['retry-after'], '2');
  assert.deepEqual(Object.keys(unavailable.json()), ['error']);
  assert.doesNotMatch(unavailable.body, /thread|writes|pool|storage/i);
  assert.match(broken.lines.join(''), /StorageUnavailable/);
});
