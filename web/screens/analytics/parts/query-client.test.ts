import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type BrowserCall, CallFailure } from '../../../call-api.ts';
import { createQueryClient, queryOf } from './query-client.ts';

/** A query client, and the address of a server with the given answers. */
async function against(t: TestContext, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const failures: Error[] = [];
  const queries = createQueryClient((error) => failures.push(error));
  t.after(() => queries.clear());
  const path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/figures`;
  const call = { method: 'GET', path, answer: { type: 'object' } } as unknown as BrowserCall<
    undefined,
    unknown,
    { search: string }
  >;
  return { queries, failures, query: queryOf(call, { search: 'a b&c' }) };
}

test('a query sends a GET to the address in its key, and expects JSON', async (t) => {
  const { queries, query } = await against(t, (request, response) => {
    response.end(JSON.stringify({ method: request.method, url: request.url }));
  });
  assert.deepEqual(await queries.fetchQuery(query), {
    method: 'GET',
    url: '/api/figures?search=a+b%26c',
  });
});

test('an error with a status of 500 or more contains the status and its text', async (t) => {
  const { queries, query, failures } = await against(t, (_request, response) => {
    response.writeHead(503, 'Having a rest').end('internals');
  });
  await assert.rejects(
    queries.fetchQuery(query),
    new CallFailure('503: Having a rest', { status: 503 }),
  );
  assert.deepEqual(failures.map(String), ['CallFailure: 503: Having a rest']);
});

test('an error with a status below 500 contains the status and the body', async (t) => {
  const { queries, query } = await against(t, (_request, response) => {
    response.writeHead(403, 'Forbidden').end('{"error":"Not yours."}');
  });
  await assert.rejects(
    queries.fetchQuery(query),
    new CallFailure('403: {"error":"Not yours."}', {
      status: 403,
      answer: { error: 'Not yours.' },
    }),
  );
});

test('data never becomes stale, no query is repeated at intervals or on focus, and a failed query is not retried', async (t) => {
  let requests = 0;
  const { queries, query } = await against(t, (_request, response) => {
    requests += 1;
    response.statusCode = requests === 1 ? 500 : 200;
    response.end('{}');
  });
  const { queries: defaults, mutations } = queries.getDefaultOptions();
  assert.equal(defaults?.staleTime, Number.POSITIVE_INFINITY);
  assert.equal(defaults?.refetchInterval, false);
  assert.equal(defaults?.refetchOnWindowFocus, false);
  assert.equal(mutations?.retry, false);
  await assert.rejects(queries.fetchQuery(query));
  assert.equal(requests, 1);
  await queries.fetchQuery(query);
  await queries.fetchQuery(query);
  assert.equal(requests, 2);
});
