import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import * as browserCalls from './browser-calls.ts';
import { CallFailure, callApi, type Shape } from './call-api.ts';

/** The answer of the server to every request. */
let sent: { status: number; body: string };
const server = createServer((_request, response) => {
  response.writeHead(sent.status, 'Having a rest').end(sent.body);
});

before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
after(() => server.close());

/** Makes a call whose answer has this shape to a server that answers with this body. */
async function read(answer: Shape, body: string, status = 200) {
  sent = { status, body };
  const path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/x` as '/api/x';
  return await callApi<undefined, unknown>({ method: 'GET', path, answer }, undefined);
}

const shapes: readonly [Shape, accepted: unknown[], refused: unknown[]][] = [
  [{}, [null, 0.5, { a: 1 }], []],
  [{ type: 'string' }, ['', 'a'], [null, 1, ['a']]],
  [{ type: 'integer' }, [0, 1], [null, 0.5, '1', 2 ** 53]],
  [{ type: 'number' }, [1, 0.5], [null, '1']],
  [{ type: 'boolean' }, [true, false], [null, 0, 'true']],
  [{ const: 'asked' }, ['asked'], [null, 'left']],
  [{ anyOf: [{ type: 'null' }, { type: 'integer' }] }, [null, 1], [0.5, {}]],
  [{ type: 'array', items: { type: 'integer' } }, [[], [1, 2]], [null, {}, [1, 'x'], [null]]],
  [
    {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' }, b: { type: 'object', required: ['c'] } },
    },
    [{ a: 'x' }, { a: 'x', b: { c: 1 }, further: [{}] }],
    [null, [], 'x', {}, { a: 1 }, { a: 'x', b: null }, { a: 'x', b: {} }],
  ],
  [
    { type: 'object', patternProperties: { '.*': { type: 'integer' } } },
    [{}, { x: 1 }],
    [{ x: '1' }],
  ],
];

test('an answer is read if it has the shape that the contract describes, and any other is a failure with its status', async () => {
  for (const [shape, accepted, refused] of shapes) {
    for (const answer of accepted) {
      assert.deepEqual(await read(shape, JSON.stringify(answer)), answer);
    }
    const others = ['', '<p>Log in</p>', '{', ...refused.map((one) => JSON.stringify(one))];
    for (const body of others) {
      const failure = new CallFailure(`200: ${body}`, { status: 200 });
      await assert.rejects(read(shape, body), failure, `${body} as ${JSON.stringify(shape)}`);
    }
  }
});

test('the shapes of all answers have only keywords that are checked, and those of limits', () => {
  const known = new Set(shapes.flatMap(([shape]) => keywordsOf(shape)));
  const limits =
    /^(additionalProperties|description|format|pattern|uniqueItems|m(ax|in)[A-Z]?\w+)$/;
  for (const [name, { answer }] of Object.entries(browserCalls)) {
    const unknown = keywordsOf(answer).filter((keyword) => !known.has(keyword));
    assert.deepEqual(
      unknown.filter((keyword) => !limits.test(keyword)),
      [],
      name,
    );
  }
});

function keywordsOf(shape: Shape): string[] {
  const { anyOf = [], items, properties = {}, patternProperties = {} } = shape;
  const fields = [...Object.values(properties), ...Object.values(patternProperties)];
  const parts = [...anyOf, ...(items ? [items] : []), ...fields];
  return [...Object.keys(shape), ...parts.flatMap(keywordsOf)];
}

test('an error that is not of our server has no sentence', async () => {
  const sentenceOf = async (body: string) => {
    const error = await read({}, body, 503).catch((failure: unknown) => failure);
    assert.ok(error instanceof CallFailure);
    assert.equal(error.message, '503: Having a rest');
    return error.sentence;
  };
  assert.equal(await sentenceOf('{"error":"The database is down."}'), 'The database is down.');
  for (const body of [
    '{"error":{"code":3}}',
    '{"error":null}',
    '{}',
    'null',
    '[]',
    'Bad gateway',
  ]) {
    assert.equal(await sentenceOf(body), undefined, body);
  }
});
