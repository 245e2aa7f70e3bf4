import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Neighbours, Queue } from './queue.ts';

interface Item extends Neighbours<Item> {
  readonly name: string;
}

/** By the names of the items that leave the queue "abcde" and are added again, in this order. */
const orders = { a: 'bcdea', c: 'abdec', e: 'abcde', ea: 'bcdea', bd: 'acebd', abcde: 'abcde' };

for (const [leaving, expected] of Object.entries(orders)) {
  test(`if ${leaving} leave the queue abcde and are added again, its order is ${expected}`, () => {
    const items = new Map([...'abcde'].map((name) => [name, itemOf(name)]));
    const queue = new Queue<Item>();
    for (const item of items.values()) queue.add(item);
    const chosen = [...leaving].flatMap((name) => items.get(name) ?? []);
    for (const item of chosen) queue.remove(item);
    for (const item of chosen) queue.add(item);
    assert.equal(empty(queue), expected);
  });
}

function itemOf(name: string): Item {
  return { name, before: undefined, after: undefined };
}

/** Removes the first item until none is left. @returns the names in this order */
function empty(queue: Queue<Item>): string {
  const { first } = queue;
  if (!first) return '';
  queue.remove(first);
  return first.name + empty(queue);
}
