import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canonicalEmail, MAX_EMAIL_CHARACTERS } from './canonical-email.ts';

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

  test('does not change a canonical address, for every Unicode character', () => {
    for (let code = 0; code <= 0x10ffff; code++) {
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
    const inside = [
      ' ',
      '\t',
      '\n',
      '\0',
      '\x7f',
      '\u0085',
      '\u00a0',
      '\u200b',
      '\u202e',
      '\ufeff',
      '\ud83d',
      '\udc4b',
    ];
    for (const character of inside) {
      assert.equal(canonicalEmail(`a${character}b@c`), undefined, JSON.stringify(character));
      assert.equal(canonicalEmail(`ab@c${character}d`), undefined, JSON.stringify(character));
    }
  });

  test('accepts the longest address and refuses one character more', () => {
    const longest = `${'a'.repeat(MAX_EMAIL_CHARACTERS - 2)}@b`;
    assert.equal(canonicalEmail(longest), longest);
    assert.equal(canonicalEmail(`a${longest}`), undefined);
    assert.equal(canonicalEmail(`  ${longest}  `), longest);
    const emoji = `${'🌅'.repeat(MAX_EMAIL_CHARACTERS - 2)}@b`;
    assert.equal(canonicalEmail(emoji), emoji);
  });
});
