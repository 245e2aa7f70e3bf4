import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from './fair-queue.ts';

/** A queue in which the test decides when a value is finished. */
function heldQueue(most: number) {
  const queue = new FairQueue<string>(most);
  const making: { key: string; finish: () => void; fail: (error: Error) => void }[] = [];
  const order = (key: string, owner: string) =>
    queue.get(key, owner, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      making.push({ key, finish: () => resolve(key), fail: reject });
      return promise;
    });
  /** Finishes all orders one after the other. @returns their keys in the order in which they were made */
  async function finishAll(): Promise<string[]> {
    for (let index = 0; index < making.length; index++) {
      making[index]?.finish();
      await new Promise(setImmediate);
    }
    return making.map(({ key }) => key);
  }
  return { order, making, finishAll };
}

test('orders of one owner are made one at a time, in their order', async () => {
  const { order, making, finishAll } = heldQueue(9);
  const all = ['a', 'b', 'c'].map((key) => order(key, 'ana'));
  assert.equal(making.length, 1);
  assert.deepEqual(await finishAll(), ['a', 'b', 'c']);
  assert.deepEqual(await Promise.all(all), ['a', 'b', 'c']);
});

test('owners take turns, even if one has many orders in the queue', async () => {
  const { order, finishAll } = heldQueue(9);
  for (const key of ['a1', 'a2', 'a3', 'a4']) order(key, 'ana');
  for (const key of ['b1', 'b2']) order(key, 'ben');
  order('c1', 'cem');
  assert.deepEqual(await finishAll(), ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a new order of an owner is made after the waiting first order of another owner', async () => {
  const { order, making, finishAll } = heldQueue(9);
  for (const key of ['a1', 'a2', 'a3']) order(key, 'ana');
  making[0]?.finish();
  await new Promise(setImmediate);
  order('b1', 'ben');
  order('a4', 'ana');
  assert.deepEqual(await finishAll(), ['a1', 'a2', 'a3', 'b1', 'a4']);
});

test('when the queue is full, the last order of the owner with the most orders is dropped', async () => {
  const { order, finishAll } = heldQueue(4);
  const many = ['a1', 'a2', 'a3'].map((key) => order(key, 'ana'));
  const more = ['b1', 'b2'].map((key) => order(key, 'ben'));
  const one = order('c1', 'cem');
  await finishAll();
  assert.deepEqual(await Promise.all(many), ['a1', 'a2', undefined]);
  assert.deepEqual(await Promise.all(more), ['b1', undefined]);
  assert.equal(await one, 'c1');
});

test('a value that several owners order is made once, in the earliest of their turns', async () => {
  const { order, finishAll } = heldQueue(9);
  for (const key of ['a1', 'a2', 'a3', 'same']) order(key, 'ana');
  const same = order('same', 'ben');
  assert.deepEqual(await finishAll(), ['a1', 'a2', 'same', 'a3']);
  assert.equal(await same, 'same');
});

test('an order that fails does not affect the others', async () => {
  const { order, making, finishAll } = heldQueue(9);
  const failing = assert.rejects(order('a', 'ana'), /broken/);
  const next = order('b', 'ana');
  making[0]?.fail(new Error('broken'));
  await failing;
  await finishAll();
  assert.equal(await next, 'b');
});
