import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BoundedCache } from './bounded-cache.ts';

const lengthOf = (text: string) => text.length;

describe('a bounded cache', () => {
  test('makes a value once for many concurrent requests', async () => {
    const cache = new BoundedCache({ entries: 9, bytes: 99, underWay: 1 }, lengthOf);
    let times = 0;
    const make = async () => {
      times += 1;
      return 'value';
    };
    const values = await Promise.all(Array.from({ length: 20 }, () => cache.get('key', make)));
    assert.deepEqual(new Set([...values, await cache.get('key', make)]), new Set(['value']));
    assert.equal(times, 1);
  });

  test('removes the least recently used value if there are too many values or bytes', async () => {
    for (const bounds of [
      { entries: 3, bytes: 999, underWay: 1 },
      { entries: 999, bytes: 30, underWay: 1 },
    ]) {
      const cache = new BoundedCache(bounds, lengthOf);
      const made: string[] = [];
      const get = (key: string) =>
        cache.get(key, async () => {
          made.push(key);
          return 'ten bytes.';
        });
      for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await get(key);
      assert.equal(made.join(''), 'abcdb');
    }
  });

  test('does not keep a value larger than the maximum, and removes no other value for it', async () => {
    const cache = new BoundedCache({ entries: 9, bytes: 10, underWay: 1 }, lengthOf);
    assert.equal(await cache.get('small', async () => '6 byte'), '6 byte');
    assert.equal(await cache.get('large', async () => 'eleven byte'), 'eleven byte');
    assert.equal(await cache.get('large', async () => 'made'), 'made');
    assert.deepEqual([cache.getKept('small'), cache.getKept('large')], ['6 byte', 'made']);
  });

  test('refuses a key while the maximum number of other values is being made', async () => {
    const cache = new BoundedCache({ entries: 9, bytes: 99, underWay: 2 }, lengthOf);
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = cache.get('a', () => promise);
    const second = cache.get('b', () => promise);
    assert.equal(await cache.get('c', async () => 'never made'), undefined);
    resolve('made');
    assert.deepEqual(await Promise.all([first, second]), ['made', 'made']);
    assert.equal(await cache.get('c', async () => 'made now'), 'made now');
  });

  test('tries again after a value could not be made', async () => {
    const cache = new BoundedCache({ entries: 9, bytes: 99, underWay: 1 }, lengthOf);
    const fail = () => Promise.reject(new Error('no paper'));
    await assert.rejects(cache.get('a', fail), /no paper/);
    assert.equal(await cache.get('a', async () => 'made'), 'made');
  });
});
