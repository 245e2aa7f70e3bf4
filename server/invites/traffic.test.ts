import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { A_PERSON, userAgents } from '../../testing/requests/user-agents.ts';
import { whyExcluded } from './track-invite.ts';

describe('which requests count', () => {
  test('every browser in the table of User-Agents counts, and no robot', () => {
    const mistaken = userAgents().filter(
      ({ text, excluded }) => whyExcluded({ 'user-agent': text }) !== excluded,
    );
    assert.deepEqual(mistaken, []);
  });

  test('the table of User-Agents has the in-app browsers of the large apps', () => {
    const people = userAgents().filter(({ excluded }) => excluded === undefined);
    for (const app of ['Instagram', 'FBAN/FBIOS', 'FB_IAB/FB4A', 'musical_ly', 'Snapchat']) {
      const count = people.filter(({ text }) => text.includes(app)).length;
      assert.ok(count >= 2, `${app}: ${count}`);
    }
  });

  const aheadOfTheVisitor: Record<string, Record<string, string>> = {
    'prefetched by Chrome': { 'sec-purpose': 'prefetch' },
    'prerendered by Chrome': { 'sec-purpose': 'prefetch;prerender' },
    'prefetched by an older Chrome': { purpose: 'prefetch' },
    'loaded for a preview by Safari': { 'x-purpose': 'preview' },
    'prefetched by an older Firefox': { 'x-moz': 'prefetch' },
    'prefetched, with a header in capitals': { purpose: 'Prefetch' },
  };
  test('a page that a browser loads ahead does not count, and one with another purpose does', () => {
    for (const [how, headers] of Object.entries(aheadOfTheVisitor))
      assert.equal(whyExcluded({ ...headers, 'user-agent': A_PERSON }), 'prefetch', how);
    assert.equal(whyExcluded({ purpose: 'visit', 'user-agent': A_PERSON }), undefined);
  });

  test('a request without a User-Agent does not count', () => {
    for (const headers of [{}, { 'user-agent': '' }, { 'user-agent': '   ' }]) {
      assert.equal(whyExcluded(headers), 'bot');
    }
  });

  test('a User-Agent longer than that of any browser does not count', () => {
    assert.equal(whyExcluded({ 'user-agent': A_PERSON.padEnd(1_024) }), undefined);
    assert.equal(whyExcluded({ 'user-agent': A_PERSON.padEnd(1_025) }), 'bot');
  });

  test('a robot does not count, even if its User-Agent names a phone or an app', () => {
    const robots = [
      'Mozilla/5.0 (Linux; Android 11; moto g(50) 5G) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
      'Mozilla/5.0 (Linux; Android 13; Pixel 7; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0 Mobile Safari/537.36 Instagram 340.0.0.22.109 Android (34/14; Google; Pixel 7) (compatible; SomeBot/1.0)',
    ];
    for (const robot of robots) assert.equal(whyExcluded({ 'user-agent': robot }), 'bot');
  });
});
