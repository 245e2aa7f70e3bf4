import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { onlineManager, QueryObserver } from '@tanstack/react-query';

import { createQueryClient } from './query-client.ts';
import { repeatOthers } from './use-live.ts';

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
    queries,
    tell: (version: string, hasChanged = false) => repeatOthers(queries, version, hasChanged),
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
  await page.tell('a');
  assert.equal(await page.countAsked(), 1);
});

test('a request in progress is not repeated', async (t) => {
  const page = await show(t, { version: 'a' }, { version: 'b' });
  await page.tell('b');
  assert.equal(await page.countAsked(), 1);
});

test('an answer without a version is requested again only after a change', async (t) => {
  const page = await show(t, {}, {});
  assert.equal(await page.countAsked(), 1);
  await page.tell('a');
  assert.equal(await page.countAsked(), 1);
  await page.tell('b', true);
  assert.equal(await page.countAsked(), 2);
});

test('a change between the first answer and the first version is not missed', async (t) => {
  const page = await show(t, { version: 'a' }, { version: 'b' });
  assert.equal(await page.countAsked(), 1);
  await page.tell('b');
  assert.equal(await page.countAsked(), 2);
});

test('a query that failed at first is repeated only after a change', async (t) => {
  const page = await show(t, undefined, { version: 'b' });
  assert.equal(await page.countAsked(), 1);
  await page.tell('a');
  assert.equal(await page.countAsked(), 1);
  await page.tell('b', true);
  assert.equal(await page.countAsked(), 2);
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
