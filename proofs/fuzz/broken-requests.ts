import type { Dice } from '../../testing/dice.ts';
import { garbled } from './fuzzed-values.ts';

/** Turns a request into one that is usually invalid HTTP, or whose length is ambiguous. */
export function broken(dice: Dice, bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const lengths = ['-1', '0x10', '1e3', '99999999999999999999', '+5', '5, 5', '', ' ', '1\r\nx: y'];
  const withHeader = (line: string) => text.replace('\r\n', () => `\r\n${line}\r\n`);
  const madeOf = [
    () => garbled(dice, bytes),
    () => garbled(dice, garbled(dice, garbled(dice, bytes))),
    () => bytes.subarray(0, dice.upTo(bytes.length)),
    () => withHeader(`content-length: ${dice.pick(lengths)}`),
    () => withHeader(`content-length: ${bytes.length + dice.upTo(9_999)}`),
    () => withHeader('transfer-encoding: chunked'),
    () => withHeader('transfer-encoding: gzip, chunked'),
    () => withHeader(`transfer-encoding: chunked\r\ncontent-length: ${dice.upTo(9)}`),
    () =>
      `${withHeader('transfer-encoding: chunked')}${dice.pick(['g', '-1', 'f'.repeat(20), ';'])}\r\n`,
    () => withHeader('connection: upgrade\r\nupgrade: websocket'),
    () => withHeader(` folded: ${dice.upTo(9)}`),
    () => withHeader(`x: ${'y'.repeat(17_000)}`),
    () => withHeader(Array.from({ length: 2_500 }, () => 'a: b').join('\r\n')),
    () =>
      text.replace(
        'HTTP/1.1',
        dice.pick(['HTTP/0.9', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'ICE/1.0', '']),
      ),
    () => text.replace(/^\w+/, dice.pick(['CONNECT', 'get', 'FOO', 'M-SEARCH', 'SOURCE', ''])),
    () => text.replaceAll('\r\n', '\n'),
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    () => Buffer.concat([Buffer.from('160301020001', 'hex'), dice.bytes(200)]),
    () => dice.bytes(dice.upTo(300)),
  ];
  const made = dice.pick(madeOf)();
  return typeof made === 'string' ? Buffer.from(made, 'latin1') : made;
}
