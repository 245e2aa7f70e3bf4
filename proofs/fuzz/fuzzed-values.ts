import type { RandomValues } from '../../testing/random-values.ts';

/** Texts that are known to break programs when they are used as names, ids, numbers or addresses. */
const ODD_TEXTS = [
  '',
  ' ',
  '.',
  '..',
  '\0',
  'a\0b',
  '\r\n',
  '%',
  '%00',
  '%ff',
  '%ed%a0%80',
  '-1',
  '0',
  '1e9',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  '名前',
  '👩‍👩‍👧‍👦',
  'é'.normalize('NFD'),
  'ß'.repeat(300),
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{publicUrl}}',
  '#{7*7}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '999999999999999999999',
  'x'.repeat(129),
  'x'.repeat(5_000),
];

/** As JSON text, because JSON.stringify would round the numbers. */
const ODD_SCALARS = [
  'true',
  'false',
  'null',
  '0',
  '-0',
  '-1',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '2147483648',
  '9223372036854775808',
  '1.0000000000000001',
  '9'.repeat(400),
];

/** Lengths that no body has. */
const LENGTHS = ['-1', '0x10', '1e3', '99999999999999999999', '+5', '5, 5', '', ' ', '1\r\nx: y'];

export function oddText(random: RandomValues): string {
  if (random.happens(0.6)) return random.pick(ODD_TEXTS);
  const codes = Array.from({ length: random.upTo(40) }, () => random.upTo(0x1_0000));
  return String.fromCharCode(...codes);
}

/** The text of any JSON value. */
export function oddJson(random: RandomValues, depth = 0): string {
  const kind = random.upTo(depth > 3 ? 4 : 7);
  if (kind < 2) return random.pick(ODD_SCALARS);
  if (kind < 4) return JSON.stringify(oddText(random));
  const parts = Array.from({ length: random.upTo(4) }, () => oddJson(random, depth + 1));
  if (kind === 4) return `[${parts}]`;
  if (kind === 5) return `{${parts.map((part) => `${JSON.stringify(oddText(random))}:${part}`)}}`;
  const levels = 1 + random.upTo(3_000);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ]);
  return `${open?.repeat(levels)}0${close?.repeat(levels)}`;
}

/** @returns JSON text of the value, usually with few changes */
export function almost(random: RandomValues, value: unknown): string {
  if (random.happens(0.08)) return oddJson(random);
  if (Array.isArray(value)) return `[${value.map((part) => almost(random, part))}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${JSON.stringify(key)}:${almost(random, part)}`);
  if (random.happens(0.1)) members.splice(random.upTo(members.length), 1);
  if (random.happens(0.1)) members.push(`${JSON.stringify(oddText(random))}:${oddJson(random)}`);
  if (random.happens(0.05)) members.push(members[0] ?? '"a":1');
  return `{${members}}`;
}

/** @returns the bytes with one random mistake */
export function garbled(random: RandomValues, bytes: Buffer): Buffer {
  const at = random.upTo(bytes.length + 1);
  const to = Math.min(bytes.length, at + random.upTo(30));
  const cut = bytes.subarray(at, to);
  const inserted = random.pick([
    Buffer.alloc(0),
    Buffer.from(cut).reverse(),
    Buffer.concat([cut, cut]),
    random.bytes(1 + random.upTo(8)),
    Buffer.from(random.pick(['\r\n', '\n', '\r', '\0', ' ', ':', '\t', '\r\n\r\n'])),
  ]);
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(to)]);
}

/** Turns a request into one that is usually invalid HTTP, or whose length is ambiguous. */
export function broken(random: RandomValues, bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const withHeader = (line: string) => text.replace('\r\n', () => `\r\n${line}\r\n`);
  const version = random.pick(['HTTP/0.9', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'ICE/1.0', '']);
  const chunk = random.pick(['g', '-1', 'f'.repeat(20), ';']);
  const made = random.pick([
    garbled(random, bytes),
    garbled(random, garbled(random, garbled(random, bytes))),
    bytes.subarray(0, random.upTo(bytes.length)),
    withHeader(`content-length: ${random.pick(LENGTHS)}`),
    withHeader(`content-length: ${bytes.length + random.upTo(9_999)}`),
    withHeader('transfer-encoding: chunked'),
    withHeader('transfer-encoding: gzip, chunked'),
    withHeader(`transfer-encoding: chunked\r\ncontent-length: ${random.upTo(9)}`),
    `${withHeader('transfer-encoding: chunked')}${chunk}\r\n`,
    withHeader('connection: upgrade\r\nupgrade: websocket'),
    withHeader(` folded: ${random.upTo(9)}`),
    withHeader(`x: ${'y'.repeat(17_000)}`),
    withHeader('a: b\r\n'.repeat(2_500).trimEnd()),
    text.replace('HTTP/1.1', version),
    text.replace(/^\w+/, random.pick(['CONNECT', 'get', 'FOO', 'M-SEARCH', 'SOURCE', ''])),
    text.replaceAll('\r\n', '\n'),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    Buffer.concat([Buffer.from('160301020001', 'hex'), random.bytes(200)]),
    random.bytes(random.upTo(300)),
  ]);
  return typeof made === 'string' ? Buffer.from(made, 'latin1') : made;
}
