import type { Dice } from '../../testing/dice.ts';

/** Texts that are known to break programs when they are used as names, ids, numbers or addresses. */
const ODD_TEXTS = [
  '',
  ' ',
  '.',
  '..',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  '\r\n',
  '名前',
  '👩‍👩‍👧‍👦',
  'é'.normalize('NFD'),
  'ß'.repeat(300),
  '%',
  '%00',
  '%ff',
  '%ed%a0%80',
  "' OR 1=1 --",
  '"; DROP TABLE waitlist; --',
  '../../etc/passwd',
  '{{publicUrl}}',
  '#{7*7}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '0',
  '1e9',
  '999999999999999999999',
  'x'.repeat(129),
  'x'.repeat(5_000),
] as const;

/** Numbers as JSON text, because JSON.stringify would round them. */
const ODD_NUMBERS = [
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
  `${'9'.repeat(400)}`,
];

export function oddText(dice: Dice): string {
  if (dice.happens(0.6)) return dice.pick(ODD_TEXTS);
  const length = dice.upTo(40);
  return Array.from({ length }, () => String.fromCharCode(dice.upTo(0x1_0000))).join('');
}

/** The text of any JSON value. */
export function oddJson(dice: Dice, depth = 0): string {
  const kind = dice.upTo(depth > 3 ? 4 : 7);
  if (kind === 0) return dice.pick(ODD_NUMBERS);
  if (kind === 1) return dice.pick(['true', 'false', 'null']);
  if (kind <= 3) return JSON.stringify(oddText(dice));
  const length = dice.upTo(4);
  if (kind === 4) return `[${Array.from({ length }, () => oddJson(dice, depth + 1)).join(',')}]`;
  if (kind === 5) {
    const entries = Array.from({ length }, () => {
      return `${JSON.stringify(oddText(dice))}:${oddJson(dice, depth + 1)}`;
    });
    return `{${entries.join(',')}}`;
  }
  const levels = 1 + dice.upTo(3_000);
  return dice.happens(0.5)
    ? `${'['.repeat(levels)}${']'.repeat(levels)}`
    : `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`;
}

/** @returns JSON text of the object, usually with few changes */
export function almost(dice: Dice, value: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(value).map(([key, right]) => {
    return `${JSON.stringify(key)}:${dice.happens(0.15) ? oddJson(dice) : JSON.stringify(right)}`;
  });
  if (dice.happens(0.1)) members.splice(dice.upTo(members.length), 1);
  if (dice.happens(0.1)) members.push(`${JSON.stringify(oddText(dice))}:${oddJson(dice)}`);
  if (dice.happens(0.05)) members.push(dice.pick(members) ?? '');
  return `{${members.join(',')}}`;
}

/** @returns the bytes with one random mistake */
export function garbled(dice: Dice, bytes: Buffer): Buffer {
  const at = dice.upTo(bytes.length + 1);
  const to = Math.min(bytes.length, at + dice.upTo(30));
  const [before, cut, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  const inserted = dice.pick([
    Buffer.alloc(0),
    cut.toReversed(),
    Buffer.concat([cut, cut]),
    dice.bytes(1 + dice.upTo(8)),
    Buffer.from(dice.pick(['\r\n', '\n', '\r', '\0', ' ', ':', '\t', '\r\n\r\n'])),
  ]);
  return Buffer.concat([before, inserted, after].map((part) => Buffer.from(part)));
}
