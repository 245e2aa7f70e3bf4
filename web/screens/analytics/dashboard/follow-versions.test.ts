import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { followVersions } from './follow-versions.ts';
import { createQueryClient } from './query-client.ts';

/**
 * A page that uses one query. The server answers the query's requests with these bodies, one after another, and then
 * with errors.
 */
async function show(t: TestContext, ...bodies: (object | undefined)[]) {
  let asked = 0;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/figures')) {
      const body = bodies[asked];
      asked += 1;
      response.writeHead(body ? 200 : 503).end(JSON.stringify(body ?? {}));
    } else response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const queries = createQueryClient(() => {});
  const queryKey = [{ method: 'GET', path: `${url}/figures`, answer: { type: 'object' } }];
  queries.mount();
  const hide = new QueryObserver(queries, { queryKey }).subscribe(() => {});
  t.after(() => {
    hide();
    queries.unmount();
    queries.clear();
    server.closeAllConnections();
    server.close();
  });
  return {
    tell: followVersions(queries),
    /** Waits until no request is in progress, and no answer causes another. @returns the number of requests */
    async countAsked(): Promise<number> {
      for (let quiet = 0; quiet < 3; quiet = queries.isFetching() === 0 ? quiet + 1 : 0) {
        await (await fetch(`${url}/marker`)).text();
      }
      return asked;
    },
  };
}

test('figures of the reported version are not requested again', async (t) => {
  const page = await show(t, { version: 'a' });
  assert.equal(await page.countAsked(), 1);
  page.tell('a');
  assert.equal(await page.countAsked(), 1);
});

test('a request in progress ends before its version is compared', async (t) => {
  const page = await show(t, { version: 'a' });
  page.tell('a');
  assert.equal(await page.countAsked(), 1);
});

test('versions that are reported while a request is in progress cause one more request', async (t) => {
  const page = await show(t, { version: 'a' }, { version: 'b' }, { version: 'd' });
  assert.equal(await page.countAsked(), 1);
  for (const version of ['b', 'c', 'd']) page.tell(version);
  assert.equal(await page.countAsked(), 3);
});

test('a change between the first answer and the first version is not missed', async (t) => {
  const page = await show(t, { version: 'a' }, { version: 'b' });
  page.tell('b');
  assert.equal(await page.countAsked(), 2);
});

test('a query whose answer has no version is repeated for every reported version', async (t) => {
  const page = await show(t, {}, {}, {});
  assert.equal(await page.countAsked(), 1);
  page.tell('a');
  assert.equal(await page.countAsked(), 2);
  page.tell('a');
  assert.equal(await page.countAsked(), 3);
});

test('a query that failed at first is repeated at the next version, but not if the same one is reported again', async (t) => {
  const page = await show(t, undefined, { version: 'b' });
  assert.equal(await page.countAsked(), 1);
  for (const [version, asked] of [
    ['a', 1],
    ['a', 1],
    ['b', 2],
    ['b', 2],
  ] as const) {
    page.tell(version);
    assert.equal(await page.countAsked(), asked);
  }
});

test('a query whose repetition failed keeps its old answer, and is repeated whenever a stream begins', async (t) => {
  const page = await show(t, { version: 'a' }, undefined, undefined, { version: 'b' });
  assert.equal(await page.countAsked(), 1);
  for (const asked of [2, 3, 4, 4]) {
    page.tell('b');
    assert.equal(await page.countAsked(), asked);
  }
});

test('only failed queries are repeated when the network is back', async (t) => {
  const page = await show(t, undefined, { version: 'a' });
  const reconnect = () => {
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
  };
  assert.equal(await page.countAsked(), 1);
  reconnect();
  assert.equal(await page.countAsked(), 2);
  reconnect();
  assert.equal(await page.countAsked(), 2);
});
