import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import * as browserCalls from './browser-calls.ts';
import { type BrowserCall, CallFailure, callApi, type Shape } from './call-api.ts';

/** The answer of the server to every request. */
let sent: { status: number; body: string };
const server = createServer((_request, response) => {
  response.writeHead(sent.status, 'Having a rest').end(sent.body);
});

before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
after(() => server.close());

/** Makes the call to a server that answers with this body. */
async function read({ method, answer }: BrowserCall<never, unknown>, body: string, status = 200) {
  sent = { status, body };
  const path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/x` as '/api/x';
  return await callApi<undefined, unknown>({ method, path, answer }, undefined);
}

const calls = Object.entries(browserCalls) as [string, BrowserCall<never, unknown>][];
const jsonCalls = calls.filter(([, { answer }]) => answer.type !== 'string');

describe('an answer is read if it has the shape that the contract describes', () => {
  for (const [name, call] of jsonCalls) {
    test(name, async () => {
      for (const required of samplesOf(call.answer)) {
        const answer = { ...(required as object), further: [{}] };
        assert.deepEqual(await read(call, JSON.stringify(answer)), answer);
      }
    });

    test(`${name}: any other answer is a failure with the status of the answer`, async () => {
      const others = samplesOf(call.answer).flatMap((sample) => spoiledFrom(sample, call.answer));
      for (const body of ['', '<p>Log in</p>', '{', ...others.map((one) => JSON.stringify(one))]) {
        await assert.rejects(
          read(call, body),
          new CallFailure(`200: ${body}`, { status: 200 }),
          body,
        );
      }
    });
  }
});

test('an error that is not of our server has no sentence', async () => {
  const call = browserCalls.getSession as BrowserCall<never, unknown>;
  const sentenceOf = async (body: string) => {
    const error = await read(call, body, 503).catch((failure: unknown) => failure);
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

/** Values of a shape, without the fields that are optional; one for each alternative. */
function samplesOf(shape: Shape): unknown[] {
  if (shape.anyOf) return shape.anyOf.flatMap(samplesOf);
  if ('const' in shape) return [shape.const];
  if (shape.type === 'array') return [[], ...samplesOf(shape.items ?? {}).map((item) => [item])];
  if (shape.type !== 'object') return [simple[shape.type ?? '']];
  const parts = (shape.required ?? []).map(
    (key) => [key, samplesOf(shape.properties?.[key] ?? {})] as const,
  );
  const first = Object.fromEntries(parts.map(([key, [value]]) => [key, value]));
  // Not every combination of alternatives: each is combined with the first ones of the other fields.
  const others = parts.flatMap(([key, [, ...values]]) =>
    values.map((value) => ({ ...first, [key]: value })),
  );
  return [first, ...others];
}

const simple: Readonly<Record<string, unknown>> = {
  string: 'a',
  integer: 1,
  number: 1.5,
  boolean: true,
  null: null,
};
const anything = [null, [], {}, 'x', '1', 0.5, true, [null], { a: 1 }];

/** Values that differ from the sample in one place, so that they do not have the shape. */
function spoiledFrom(sample: unknown, shape: Shape): unknown[] {
  const others = anything.filter((one) => !isPossible(one, shape));
  if (Array.isArray(sample)) {
    return [
      ...others,
      ...sample.flatMap((item) => spoiledFrom(item, shape.items ?? {}).map((one) => [one])),
    ];
  }
  if (!shape.properties || typeof sample !== 'object' || sample === null) return others;
  const { properties, required = [] } = shape;
  const missing = required.map((key) => ({ ...sample, [key]: undefined }));
  const changed = Object.entries(properties).flatMap(([key, part]) =>
    spoiledFrom(Reflect.get(sample, key), part).map((value) => ({ ...sample, [key]: value })),
  );
  return [...others, ...missing, ...changed];
}

function isPossible(value: unknown, { type, anyOf, ...shape }: Shape): boolean {
  if (!type && !anyOf) return !('const' in shape) || value === shape.const;
  if (anyOf) return anyOf.some((one) => isPossible(value, one));
  if ('const' in shape) return value === shape.const;
  const isList = Array.isArray(value);
  if (type === 'object') {
    return typeof value === 'object' && value !== null && !isList && !shape.required;
  }
  if (type === 'array') return isList && value.length === 0;
  if (value === null) return type === 'null';
  return !isList && typeof value === (type === 'integer' ? 'bigint' : type);
}
