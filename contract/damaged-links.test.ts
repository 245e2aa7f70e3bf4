import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  addressMeantBy,
  boundParameters,
  meantBy,
  parametersOf,
  readQuery,
} from './damaged-links.ts';

/** What chats, mail programs, scanners and people add before and after a link, or its id. */
const BEFORE = [
  ...`([<{"'“”‘«»¿*_~=:`,
  ' ',
  '\u00a0',
  '\u200b',
  '\u2060',
  '\ufeff',
  '%20',
  '%22',
  '%3C',
];
const AFTER = [
  ...`.,;:!?…)>]}"'”’»›」。、！*_~=/#`,
  ...' \n\u00a0\u3000\u200b\u200e\u2060\ufeff\u00ad\0\ufffd',
  ...[
    '%20',
    '%2520',
    '%3F',
    '%2F',
    '%2f',
    '%0A',
    '%E2%80',
    '%E2%80%9D',
    '%25E2%2580%259D',
    '%',
    '%2',
  ],
  ...[
    '🎉',
    '👩‍👩‍👧',
    ').',
    '?!',
    '...',
    '&amp;',
    '&quot;',
    '&#39;',
    '&gt;',
    '&',
    '&amp;token=1',
    '&utm_source=x',
  ],
  ...[
    '?utm_source=x',
    '%3Futm_source%3Dx',
    '?utm_source=x&utm_medium=y',
    '#email',
    '%23email',
    '">here</a>',
    '](https://x.example)',
  ],
  ...['|a label>', ' and join me', '，快来', '快来加入', 'に参加', 'มาเลย', '\\n', '", "x": 1}'],
];
const IDS = [
  'ana',
  'k7mw2pqd',
  'tiktok',
  'u_1042',
  '2f33e134-cdd2-4a7d-85b9-8f577ce344e1',
  'maya & co',
  '王小明',
  'é',
  'AbC-_9',
  '-AbC_',
];

describe('meantBy', () => {
  test('finds an id with anything that is added before or after it', () => {
    for (const id of IDS) {
      const ends = AFTER.filter(
        (end) => !/^\p{L}|^、|^！|^，|^。/u.test(end) || /^[\w-]+$/.test(id),
      );
      for (const before of ['', ...BEFORE]) {
        for (const after of ['', ...ends]) {
          const text = `${before}${id}${after}`;
          // A text that follows ends such an id at its first space.
          if (id.includes(' ') && after.length > 1) continue;
          const texts = meantBy(text);
          assert.ok(texts.includes(id), `${JSON.stringify(text)}: ${JSON.stringify(texts)}`);
          assert.equal(texts[0], text);
          assert.ok(texts.length <= 25);
        }
      }
    }
  });

  test('finds an id that was encoded again', () => {
    for (const id of ['ana', 'maya & co', 'a/b', '王小明', 'a+b']) {
      const once = encodeURIComponent(id);
      for (const text of [
        once,
        encodeURIComponent(once),
        once.toLowerCase(),
        once.replaceAll('%20', '+'),
      ])
        assert.ok(meantBy(text).includes(id) || id === 'a+b', text);
    }
  });

  test('begins with what needs the smallest change', () => {
    assert.deepEqual(meantBy('_ana-_).').slice(0, 3), ['_ana-_).', '_ana-_)', 'ana-_).']);
    assert.deepEqual(meantBy('ana'), ['ana']);
    assert.deepEqual(meantBy('ana.b'), ['ana.b']);
    for (const none of [undefined, null, 7, ['ana'], '', '\ud800', 'x'.repeat(2_001), ')))'])
      assert.ok(!meantBy(none).some((text) => /^\w+$/.test(text)), JSON.stringify(none));
  });

  test('finds few texts, however much was added', () => {
    for (const part of [')', '(', '%25', 'a)', '%', '&quot;', '\u200b', '(a)', '快'])
      assert.ok(meantBy(part.repeat(2_000 / part.length)).length <= 25, part);
  });
});

test('parametersOf reads a query as URLSearchParams does, also one with malformed escapes', () => {
  const parts = [
    'a',
    '=',
    '&',
    '+',
    '%',
    '%8',
    '%80',
    '%41',
    '%26',
    '%E2%80',
    '%E2%80%9D',
    '%EF%BB%BF',
    '%zz',
  ];
  for (const one of parts)
    for (const two of parts)
      for (const three of parts) {
        const query = `${one}${two}a=b${three}${two}${one}`;
        assert.deepEqual([...parametersOf(query)], [...new URLSearchParams(query)], query);
      }
});

test('a link with 100 parameters is read, and of one with more only its path', () => {
  const link = (parameters: number) => `/invite?ref=ana${'&utm=x%80'.repeat(parameters - 1)}`;
  assert.equal(boundParameters(link(100)), link(100));
  assert.equal(readQuery(link(100)).get('ref'), 'ana');
  assert.equal(boundParameters(link(101)), '/invite');
  assert.equal(boundParameters(`/invite?${'&'.repeat(100)}`), '/invite');
  // Queries that are hidden in a path or in escapes have the same bound.
  assert.equal(addressMeantBy(link(101).replace('?', '%3F')), '/invite?');
  assert.deepEqual(
    [...readQuery(link(101).replaceAll('&', '%26').replaceAll('=', '%3D'))].length,
    1,
  );
  assert.deepEqual([...parametersOf(link(101))], []);
});

describe('readQuery', () => {
  const cases: Record<string, string> = {
    'ref=ana': 'ref=ana',
    'utm=x&amp;ref=ana': 'utm=x&ref=ana',
    'utm=x&AMP;amp;ref=ana': 'utm=x&ref=ana',
    'ref%3Dana': 'ref=ana',
    'ref%3Dana%26utm%3Dx': 'ref=ana&utm=x',
    'ref%253Dana': 'ref=ana',
    '?ref=ana': 'ref=ana',
    '&ref=ana': 'ref=ana',
    '%22ref=ana': 'ref=ana',
    '%20via=k7mw2pqd': 'via=k7mw2pqd',
    'amp;ref=ana': 'ref=ana',
    'utm_source=x?ref=ana': 'utm_source=x&ref=ana',
    'plan=p1?ref=ana': 'plan=p1&ref=ana',
    'plan%3Dp1': 'plan=p1',
    'ref=&quot;ana&quot;': 'ref=+ana+',
  };
  test('finds the names of a damaged query', () => {
    for (const [given, meant] of Object.entries(cases)) {
      const query = String(readQuery(`/invite?${given}`)).replace('=&', '=&');
      assert.equal(query.replace(/^=&/, ''), meant, given);
    }
  });

  test('changes no query without such a name', () => {
    for (const query of [
      '',
      'x',
      'xref=ana',
      'utm_from=x',
      'x=ref=ana',
      'utm_content=a%26ref%3Db',
      'q=a?b',
      'plan=a?b',
    ])
      assert.equal(String(readQuery(`/?${query}`)), String(new URLSearchParams(query)), query);
  });
});

test('addressMeantBy finds a query or a fragment that stands in the path', () => {
  for (const [url, address] of [
    ['/invite%3Fref=ana', '/invite?ref=ana'],
    ['/invite%3fref%3Dana', '/invite?ref=ana'],
    ['/invite%253Fref%253Dana', '/invite?ref=ana'],
    ['/invite/%3Fref=ana', '/invite?ref=ana'],
    ['/invite&ref=ana', '/invite?ref=ana'],
    ['/invite&amp;ref=ana?utm=x', '/invite?ref=ana&utm=x'],
    ['/invite%3Fplan=p1&ref=ana', '/invite?plan=p1&ref=ana'],
    ['/%3Fvia=k7mw2pqd', '/?via=k7mw2pqd'],
    ['/%3Ffrom=tiktok?fbclid=1', '/?from=tiktok&fbclid=1'],
    ['/waitlist%23To-Ken_', '/waitlist#To-Ken_'],
    ['/waitlist%2523leave%3DToKen', '/waitlist#leave=ToKen'],
    ['/waitlist/leave%2FTo-Ken_', '/waitlist/leave/To-Ken_'],
    ['/waitlist%252Fleave%252FToKen', '/waitlist/leave/ToKen'],
    ['/waitlist/keep%2FTo-Ken_', '/waitlist/keep/To-Ken_'],
    ['//invite?ref=ana', '/invite?ref=ana'],
    ['///invite/?ref=ana).&utm=x', '/invite?ref=ana%29.&utm=x'],
    ['/invite//?ref=ana', '/invite?ref=ana'],
    ['//invite/7?ref=ana', '/invite?ref=ana'],
    ['//invite%3Fref=ana', '/invite?ref=ana'],
    ['//', '/'],
    ['//?via=k7mw2pqd', '/?via=k7mw2pqd'],
    ['//privacy', '/privacy'],
    ['//analytics', '/analytics'],
    ['//waitlist/leave/To-Ken_', '/waitlist/leave/To-Ken_'],
  ] as const)
    assert.equal(addressMeantBy(url)?.replace('?amp%3B', '?'), address, url);
  for (const url of [
    '/',
    '/invite',
    '/invite?ref=ana',
    '/invite/7?ref=ana',
    '/nowhere%3Fref=ana',
    '//x%3Fref=1',
    '/%',
    '/%2F%2Fevil.example%3Fref=1',
    '/invites%3Fref=1',
    '/invite/a%20b?ref=ana',
    '//evil.example',
    '//evil.example/invite?ref=1',
    '/\\evil.example',
    '//\\evil.example',
    '///evil.example//invite',
    '//evil.example%2F..%2Finvite',
    '//invite@evil.example',
    '//invite.evil.example',
    '//%09/evil.example',
  ])
    assert.equal(addressMeantBy(url), undefined, url);
  assert.match(addressMeantBy('/invite%3Fref=a%0D%0Ab%FF') ?? 'none', /^[\x21-\x7e]+$/);
  assert.match(addressMeantBy('/waitlist%23a%0D%0Ab') ?? '', /^[\x21-\x7e]+$/);
});
