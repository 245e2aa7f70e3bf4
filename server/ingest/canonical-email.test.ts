import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canonicalEmail } from './canonical-email.ts';

describe('canonicalEmail', () => {
  test('returns one form for all spellings of an address', () => {
    const ways = {
      'ana@example.com': ['ana@example.com', ' Ana@Example.COM\n', 'ANA@EXAMPLE.COM\u3000'],
      'jos\u00e9@example.com': [
        'jose\u0301@example.com',
        'JOSE\u0301@example.com',
        'JOS\u00c9@example.com',
      ],
      'jo@xn--bcher-kva.example': [
        'jo@b\u00fccher.example',
        'jo@BU\u0308CHER.example',
        'jo@xn--bcher-kva.example',
      ],
      "o'brien+news@x": ["O'Brien+News@x"],
    };
    for (const [canonical, written] of Object.entries(ways)) {
      for (const text of written)
        assert.equal(canonicalEmail(text), canonical, JSON.stringify(text));
    }
  });

  for (const written of [
    ...[
      'ana@example.com. ',
      'ana@example.com,',
      '\ufeffana@example.com;\u200e',
      'ana@example.com\u3002',
    ],
    ...[
      'ana＠example.com',
      'ana﹫example.com',
      'ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
      'Ａna@example.com',
    ],
  ]) {
    test(`reads ${JSON.stringify(written)} as ana@example.com`, () => {
      assert.equal(canonicalEmail(written), 'ana@example.com');
    });
  }

  test('does not change an address with marks that belong to it', () => {
    for (const address of [
      ...["o'neill@example.com", '_ana_@example.com', '+1@example.com', 'ana.@example.com'],
      ...['ana@[127.0.0.1]', '"ana"@example.com', 'ana@localhost', 'a+b=c@x.example'],
      '#ana@x.xn--clchc0ea0b2g2a9gcd',
    ])
      assert.equal(canonicalEmail(address), address);
    assert.equal(canonicalEmail('ana@x.சிங்கப்பூர்'), 'ana@x.xn--clchc0ea0b2g2a9gcd');
  });

  test('takes no address from a text of several words or addresses', () => {
    for (const text of [
      ...['ana maria@example.com', 'ana@example .com', 'ana @example.com', 'ana@example.com ben'],
      ...[
        'ana@example.com, ben@example.com',
        'Ana <ana@example.com>, Ben <ben@example.com>',
        'ana\u200bb@example.com',
      ],
      ...['Ana <ana@example.com>', 'ana@example.com <Ana>', '. @ .'],
    ])
      assert.equal(canonicalEmail(text), undefined, text);
  });

  test('does not change a canonical address, for every Unicode character', () => {
    for (let code = 0; code < 0xf0000; code++) {
      // Unicode has no characters in the planes 4 to 13, and private ones in the last two.
      if (code === 0x40000) code = 0xe0000;
      const once = canonicalEmail(
        `a${String.fromCodePoint(code)}b@c${String.fromCodePoint(code)}d`,
      );
      if (once !== undefined) assert.equal(canonicalEmail(once), once, code.toString(16));
    }
  });

  test('refuses a text without exactly one @ between two non-empty parts', () => {
    for (const text of ['', ' ', '@', 'a@', '@b', 'ab', 'a@b@c', 'a@@b', ' @ ']) {
      assert.equal(canonicalEmail(text), undefined, JSON.stringify(text));
    }
  });

  test('refuses spaces, control characters, invisible characters and lone surrogates', () => {
    const inside = [...' \t\n\0\x7f\u0085\u00a0\u200b\u202e\ufeff', '\ud83d', '\udc4b'];
    for (const character of inside) {
      assert.equal(canonicalEmail(`a${character}b@c`), undefined, JSON.stringify(character));
      assert.equal(canonicalEmail(`ab@c${character}d`), undefined, JSON.stringify(character));
    }
  });

  test('takes at most 2 ms for a text that is expensive to check', () => {
    const parts = [..." .<>('@\u200b\u0301\uff20", '❤️', 'a@'];
    for (const part of parts) {
      for (const text of [part.repeat(1_016), `a@b${part.repeat(1_010)}`, `${part.repeat(500)}a@b`])
        for (let n = 0; n < 20; n++) canonicalEmail(text.slice(0, 1_016));
      const started = process.cpuUsage();
      canonicalEmail(`${part.repeat(1_016)}a@b`.slice(-1_016));
      const { user } = process.cpuUsage(started);
      assert.ok(user < 2_000, `${part}: ${user} µs`);
    }
  });

  test('accepts an address of 254 characters and refuses one more', () => {
    const longest = `${'a'.repeat(252)}@b`;
    assert.equal(canonicalEmail(longest), longest);
    assert.equal(canonicalEmail(`a${longest}`), undefined);
    assert.equal(canonicalEmail(`  ${longest}  `), longest);
    const emoji = `${'🌅'.repeat(252)}@b`;
    assert.equal(canonicalEmail(emoji), emoji);
  });
});
