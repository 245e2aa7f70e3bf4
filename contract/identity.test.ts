import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCode, checkPhone, signInErrors, tidyCode } from './identity.ts';

const PHONE = '+15550001111';

/** The digits 0 to 9 as every numbering system with decimal digits writes them. */
const digitsOfScripts = Intl.supportedValuesOf('numberingSystem')
  .map((system) => Array.from({ length: 10 }, (_, n) => n.toLocaleString(`en-u-nu-${system}`)))
  .filter((digits) => digits.every((digit) => /^\p{Nd}$/u.test(digit)));

test('the digits of every script are read as digits', () => {
  assert.ok(digitsOfScripts.length > 50);
  for (const digits of digitsOfScripts) {
    const write = (text: string) => text.replace(/\d/g, (digit) => digits[Number(digit)] ?? '');
    assert.deepEqual(checkPhone(write('+12345678900')), { phone: '+12345678900' });
    assert.deepEqual(checkCode(write('123 456')), { code: '123456' });
    assert.deepEqual(checkCode(write('7890-12')), { code: '789012' });
  }
});

for (const text of [
  '\u202d+1 (555) 000-1111\u202c',
  '\u2068+1\u00a0555\u202f000\u20091111\u2069',
  '\ufeff+1\u200b555\u2060000\u00ad1111\u200f',
  '\u200e\uff0b\uff11 \uff15\uff15\uff15\uff0d\uff10\uff10\uff10\uff0d\uff11\uff11\uff11\uff11',
  '\ufe621.555.000.1111\0',
  '+1/555/000/1111',
  '+1\u3000\uff08555\uff09\u2212000\u22121111',
  '+1\ufe0f\u20e3[555]\u2011000\u30fb1111',
  '+1 (0)555 000 1111',
  '+1\uff080\uff09 555 000 1111',
]) {
  test(`${JSON.stringify(text)} is read as ${PHONE}`, () => {
    assert.deepEqual(checkPhone(text), { phone: PHONE });
  });
}

test('characters that are not visible do not count as characters of a number', () => {
  assert.deepEqual(checkPhone('\u202d \u200b'), { error: signInErrors.noPhone });
  assert.deepEqual(checkPhone('\u202d15550001111\u202c'), { error: signInErrors.noCountryCode });
  assert.deepEqual(checkPhone('0015550001111'), { error: signInErrors.noCountryCode });
  assert.deepEqual(checkPhone('+1\u200b\u200b345678'), { error: signInErrors.phoneTooShort });
});

for (const text of [
  ...['123 456', '123-456', '123\u2011456', '123\u00a0456', '1 2 3 4 5 6', ' 123456\n', '123.456'],
  ...[
    '\u200e123456',
    '\u2068123\u2069\u2068456\u2069',
    '123\u200b456',
    '\uff11\uff12\uff13\uff14\uff15\uff16',
  ],
  ...[
    'code: 123456',
    'G-123456',
    '123\u2013456.',
    '"123456"',
    '\u0661\u0662\u0663 \u06f4\u06f5\u06f6',
  ],
]) {
  test(`${JSON.stringify(text)} is the code 123456`, () => {
    assert.deepEqual(checkCode(text), { code: '123456' });
    assert.equal(tidyCode(text), '123456');
  });
}

test('a text that does not have six digits is no code, and an empty text is missing', () => {
  for (const text of [
    '12345',
    '1234567',
    '123 4567',
    'abcdef',
    '***',
    '12345\u00b2',
    '\u2460\u2461\u2462\u2463\u2464\u2465',
  ])
    assert.deepEqual(checkCode(text), { error: signInErrors.invalidCode }, text);
  for (const text of ['', ' ', '\u200b\u202c'])
    assert.deepEqual(checkCode(text), { error: signInErrors.noCode }, JSON.stringify(text));
});

test('a field gets at most six characters of a text', () => {
  assert.equal(tidyCode('1234567'), '123456');
  assert.equal(tidyCode('12 - 3'), '123');
  assert.equal(tidyCode('abcdefgh'), 'abcdef');
});
