import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayGetLetters } from './email-address.ts';

test('usual addresses are plain', () => {
  for (const local of ['ana', 'a.n.a+tag', "o'neill", 'ana_b-c', 'änä', 'अना', '+1', '1', 'r&d']) {
    assert.ok(mayGetLetters(`${local}@mail.example.com`), local);
  }
  for (const domain of [
    'x.co',
    'a-b.1.example',
    'xn--4ca.example',
    '9.x9',
    'x.xn--p1ai',
    '1.2.3.example',
  ]) {
    assert.ok(mayGetLetters(`ana@${domain}`), domain);
  }
});

test('an address is not plain if its local part has special characters, spaces or misplaced dots', () => {
  for (const character of [...'"(),:;<>@[]\\ \t\u0000\u007f\u0085\u00a0']) {
    for (const local of [`a${character}b`, `${character}a`, `a${character}`]) {
      assert.ok(!mayGetLetters(`${local}@mail.example.com`), JSON.stringify(local));
    }
  }
  for (const local of [
    'victim%corp.test',
    'corp.test!victim',
    '/var/mail/ana',
    '|cat',
    '=?utf-8?q?ana?=',
    'a=b',
    '`id`',
    '{a,b}',
    'ana％corp.test',
    'ana！b',
    'ﬁona',
    'ａna',
    'ana\u200db',
    'ana🎉',
  ]) {
    assert.ok(!mayGetLetters(`${local}@mail.example.com`), local);
  }
  for (const local of ['.ana', 'ana.', 'a..na', '.', '']) {
    assert.ok(!mayGetLetters(`${local}@mail.example.com`), local);
  }
});

test('an address is plain only if its domain has at least two labels of letters, digits and hyphens, and the last begins with a letter', () => {
  const domains = ['localhost', '[127.0.0.1]', '127.0.0.1', 'x.example.', 'x..example', '.example'];
  for (const domain of [...domains, '', 'x_y.example', 'ä.example', 'x.example(c)', 'x.example>']) {
    assert.ok(!mayGetLetters(`ana@${domain}`), domain);
  }
});

test('an address is not plain if its domain is a name of the mail server’s own machine or network', () => {
  for (const domain of ['localhost.localdomain', 'x.localhost', 'mail.local', 'x.localdomain']) {
    assert.ok(!mayGetLetters(`ana@${domain}`), domain);
  }
  assert.ok(mayGetLetters('ana@local.example'));
});
