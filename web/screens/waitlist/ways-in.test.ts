import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf, targetOf, waysFor, withLaunch } from './ways-in.ts';

const browsers = {
  ios: { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', maxTouchPoints: 5 },
  android: { userAgent: 'Mozilla/5.0 (Linux; Android 10; K)', maxTouchPoints: 5 },
  desktop: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', maxTouchPoints: 0 },
};

test('phones, tablets and desktops are told apart', () => {
  const devices = [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15', 5, 'ios'],
    ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0, 'desktop'],
    ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36', 5, 'android'],
    ['Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0', 5, 'android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 10, 'desktop'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 0, 'desktop'],
  ] as const;
  for (const [userAgent, maxTouchPoints, device] of devices)
    assert.equal(deviceOf({ userAgent, maxTouchPoints }), device, userAgent);
});

test('a phone gets its own link or none, and a desktop the links that there are', () => {
  const ways = { ios: 'https://testflight.apple.com/join/a', android: null };
  const ios = { platform: 'ios', href: ways.ios };
  assert.deepEqual(waysFor('ios', ways), [ios]);
  assert.deepEqual(waysFor('android', ways), []);
  assert.deepEqual(waysFor('desktop', ways), [ios]);
  const android = 'https://play.google.com/store/apps/details?id=a.b';
  const both = [ios, { platform: 'android', href: android }];
  assert.deepEqual(waysFor('desktop', { ...ways, android }), both);
});

test('a member waits no more on a phone whose app is launched', () => {
  const position = { number: 3, waiting: 9, friends: 0, link: 'https://x.example/?via=k7mw2pqd' };
  const ways = { ios: 'https://apps.apple.com/app/id1', android: null };
  const member = { state: 'confirmed', leaveToken: 'token', position, ways } as const;
  const { position: _, ...others } = member;
  assert.deepEqual(withLaunch(member, browsers.ios), { ...others, state: 'invited' });
  for (const device of ['android', 'desktop'] as const)
    assert.deepEqual(withLaunch(member, browsers[device]), member);
  const noWays = { ...member, ways: { ios: null, android: null } };
  assert.deepEqual(withLaunch(noWays, browsers.ios), noWays);
  assert.deepEqual(withLaunch({ state: 'asked', leaveToken: 'token' }, browsers.ios), {
    state: 'asked',
    leaveToken: 'token',
  });
});

test('the phone that the person has named counts, whatever the device', () => {
  const position = { number: 3, waiting: 9, friends: 0, link: 'https://x.example/?via=k7mw2pqd' };
  const ways = { ios: 'https://apps.apple.com/app/id1', android: null };
  for (const device of ['ios', 'android', 'desktop'] as const) {
    const browser = browsers[device];
    assert.equal(targetOf('iphone', browser), 'ios');
    assert.equal(targetOf('android', browser), 'android');
    for (const none of [null, undefined]) assert.equal(targetOf(none, browser), device);
    const member = { state: 'confirmed', leaveToken: 'token', position, ways } as const;
    assert.equal(withLaunch({ ...member, phone: 'iphone' }, browser).state, 'invited');
    assert.equal(withLaunch({ ...member, phone: 'android' }, browser).state, 'confirmed');
  }
});
