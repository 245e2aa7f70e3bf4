import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { AnswerError, createQueryClient, type QueryKey } from './query-client.ts';

/** A query client, and the address of a server that answers as it is told. */
async function against(t: TestContext, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const failures: Error[] = [];
  const queries = createQueryClient((error) => failures.push(error));
  t.after(() => queries.clear());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/figures`;
  return { queries, failures, queryKey: [address, { search: 'a b&c' }] satisfies QueryKey };
}

test('a query is a GET of the address in its key, and expects JSON', async (t) => {
  const { queries, queryKey } = await against(t, (request, response) => {
    response.end(JSON.stringify({ method: request.method, url: request.url }));
  });
  assert.deepEqual(await queries.fetchQuery({ queryKey }), {
    method: 'GET',
    url: '/figures?search=a+b%26c',
  });
});

test('from 500 on an error is the status and its text', async (t) => {
  const { queries, queryKey, failures } = await against(t, (_request, response) => {
    response.writeHead(503, 'Having a rest').end('internals');
  });
  await assert.rejects(queries.fetchQuery({ queryKey }), new AnswerError(503, 'Having a rest'));
  assert.deepEqual(failures.map(String), ['AnswerError: 503: Having a rest']);
});

test('below 500 it is the status and the body', async (t) => {
  const { queries, queryKey } = await against(t, (_request, response) => {
    response.writeHead(403, 'Forbidden').end('{"error":"Not yours."}');
  });
  await assert.rejects(
    queries.fetchQuery({ queryKey }),
    new AnswerError(403, '{"error":"Not yours."}'),
  );
});

test('data is never stale, nothing is asked again by itself, and a failure is not retried', async (t) => {
  let requests = 0;
  const { queries, queryKey } = await against(t, (_request, response) => {
    requests += 1;
    response.statusCode = requests === 1 ? 500 : 200;
    response.end('{}');
  });
  const { queries: defaults, mutations } = queries.getDefaultOptions();
  assert.equal(defaults?.staleTime, Number.POSITIVE_INFINITY);
  assert.equal(defaults?.refetchInterval, false);
  assert.equal(defaults?.refetchOnWindowFocus, false);
  assert.equal(mutations?.retry, false);
  await assert.rejects(queries.fetchQuery({ queryKey }));
  assert.equal(requests, 1);
  await queries.fetchQuery({ queryKey });
  await queries.fetchQuery({ queryKey });
  assert.equal(requests, 2);
});
