import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './request-source.ts';

test('the network of an IPv4 address is the address, also where it is written as IPv6', () => {
  for (const spelling of [
    '192.0.2.33',
    '::ffff:192.0.2.33',
    '::FFFF:c000:221',
    '0:0:0:0:0:ffff:192.0.2.33',
    '0000:0000:0000:0000:0000:ffff:c000:0221',
  ]) {
    assert.equal(networkOf(spelling), '192.0.2.33', spelling);
  }
});

test('the network of an IPv6 address is its first 64 bits, in every spelling', () => {
  for (const spelling of [
    '2001:db8::1',
    '2001:0DB8:0:0:ffff:ffff:ffff:ffff',
    '2001:db8:0:0::',
    '2001:db8::192.0.2.1',
    '2001:db8::a%eth0',
  ]) {
    assert.equal(networkOf(spelling), '2001:db8:0:0::', spelling);
  }
  assert.equal(networkOf('2001:db8:0:1::1'), '2001:db8:0:1::');
  assert.equal(networkOf('1:2:3:4:5:6:7::'), '1:2:3:4::');
  assert.equal(networkOf('::1'), '0:0:0:0::');
  assert.equal(networkOf('::fffe:192.0.2.33'), '0:0:0:0::');
});
