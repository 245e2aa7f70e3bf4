import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from './fair-queue.ts';

/** A queue in which the test decides when a value is finished. */
function heldQueue(most: number) {
  const queue = new FairQueue<string>(most);
  const making: { key: string; finish: () => void; fail: (error: Error) => void }[] = [];
  const request = (key: string, owner: string) =>
    queue.get(key, owner, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      making.push({ key, finish: () => resolve(key), fail: reject });
      return promise;
    });
  /** Finishes all jobs one after the other. @returns their keys in the order in which they were made */
  async function finishAll(): Promise<string[]> {
    for (let index = 0; index < making.length; index++) {
      making[index]?.finish();
      await new Promise(setImmediate);
    }
    return making.map(({ key }) => key);
  }
  return { request, making, finishAll };
}

test('jobs of one owner are made one at a time, in their order', async () => {
  const { request, making, finishAll } = heldQueue(9);
  const all = ['a', 'b', 'c'].map((key) => request(key, 'ana'));
  assert.equal(making.length, 1);
  assert.deepEqual(await finishAll(), ['a', 'b', 'c']);
  assert.deepEqual(await Promise.all(all), ['a', 'b', 'c']);
});

test('owners take turns, even if one has many jobs in the queue', async () => {
  const { request, finishAll } = heldQueue(9);
  for (const key of ['a1', 'a2', 'a3', 'a4']) request(key, 'ana');
  for (const key of ['b1', 'b2']) request(key, 'ben');
  request('c1', 'cem');
  assert.deepEqual(await finishAll(), ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a new owner’s first job gets the next turn, and equal turns are taken in order of arrival', async () => {
  const { request, making, finishAll } = heldQueue(9);
  for (const key of ['a1', 'a2', 'a3']) request(key, 'ana');
  making[0]?.finish();
  await new Promise(setImmediate);
  request('b1', 'ben');
  request('a4', 'ana');
  assert.deepEqual(await finishAll(), ['a1', 'a2', 'a3', 'b1', 'a4']);
});

test('when the queue is full, the last job of the owner with the most waiting jobs is dropped', async () => {
  const { request, finishAll } = heldQueue(4);
  const many = ['a1', 'a2', 'a3'].map((key) => request(key, 'ana'));
  const more = ['b1', 'b2'].map((key) => request(key, 'ben'));
  const one = request('c1', 'cem');
  await finishAll();
  assert.deepEqual(await Promise.all(many), ['a1', 'a2', undefined]);
  assert.deepEqual(await Promise.all(more), ['b1', undefined]);
  assert.equal(await one, 'c1');
});

test('a value that several owners request is made once, in the earliest of their turns', async () => {
  const { request, finishAll } = heldQueue(9);
  for (const key of ['a1', 'a2', 'a3', 'same']) request(key, 'ana');
  const same = request('same', 'ben');
  assert.deepEqual(await finishAll(), ['a1', 'a2', 'same', 'a3']);
  assert.equal(await same, 'same');
});

test('a job that fails does not affect the others', async () => {
  const { request, making, finishAll } = heldQueue(9);
  const failing = assert.rejects(request('a', 'ana'), /broken/);
  const next = request('b', 'ana');
  making[0]?.fail(new Error('broken'));
  await failing;
  await finishAll();
  assert.equal(await next, 'b');
});
