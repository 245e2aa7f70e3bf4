import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { signIn } from '../../testing/signed-in.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { MAX_UNDER_WAY_OF_ADMIN } from './sessions.ts';

test('an admin with the maximum number of calls in progress gets 429, and other admins do not', async (t) => {
  const site = await createTestApp();
  t.after(() => site.close());
  const { port } = await site.listen();
  const [many, few] = [await signInAdmin('+15550001111'), await signInAdmin('+15550002222')];
  const request = ({ userId, headers }: typeof many, last = false) =>
    `GET ${calls.getAnalyticsDays.path}?userId=${userId}&days=30 HTTP/1.1\r\nhost: x\r\ncookie: ${headers.cookie}\r\n${last ? 'connection: close\r\n' : ''}\r\n`;
  const statusesOf = async (requests: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(requests);
    const answers = await text(socket);
    return [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  };

  // Node would warn of a leak if each call added its own listener to the connection.
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on('warning', keep);
  t.after(() => process.off('warning', keep));
  // The server reads all requests of one write before the database has answered the first of them.
  const pipelined = request(many).repeat(MAX_UNDER_WAY_OF_ADMIN + 9) + request(many, true);
  const [statuses, others] = await Promise.all([
    statusesOf(pipelined),
    statusesOf(request(few, true)),
  ]);
  assert.ok(statuses.filter((status) => status === 200).length >= MAX_UNDER_WAY_OF_ADMIN);
  assert.ok(statuses.includes(429), statuses.join());
  assert.deepEqual(others, [200]);
  assert.deepEqual(await statusesOf(request(many, true)), [200]);
  assert.deepEqual(warnings, []);

  async function signInAdmin(phone: string) {
    await site.storage.admins.add(phone, site.clock());
    return await signIn(site, phone);
  }
});
