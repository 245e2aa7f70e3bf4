import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_PROFILE_IMAGE_URL_CHARACTERS } from '../../contract/inviters.ts';
import { CallError } from '../http/errors.ts';
import { checkProfileImageUrl } from './profile-image-url.ts';

const LONGEST = 'https://images.example/'.padEnd(MAX_PROFILE_IMAGE_URL_CHARACTERS, 'a');

describe('the address of a profile image', () => {
  const taken: [written: string, stored: string][] = [
    ['https://images.example/ana.jpg', 'https://images.example/ana.jpg'],
    ['HTTPS://Images.Example/a b.jpg?v=1#x', 'https://images.example/a%20b.jpg?v=1#x'],
    ['https://bücher.example/ä.png', 'https://xn--bcher-kva.example/%C3%A4.png'],
    ['https://images.example:8443/"><b>', 'https://images.example:8443/%22%3E%3Cb%3E'],
    ['/portraits/ana.svg', '/portraits/ana.svg'],
    ['/a/../portraits/ana.svg?v=2', '/portraits/ana.svg?v=2'],
    [LONGEST, LONGEST],
  ];
  for (const [written, stored] of taken) {
    test(`is normalised as browsers do: ${written.slice(0, 60)}`, () => {
      assert.equal(checkProfileImageUrl(written, undefined), stored);
    });
  }

  const refused = [
    'http://images.example/ana.jpg',
    'javascript:alert(1)',
    'images.example/ana.jpg',
    '//images.example/ana.jpg',
    '/\\images.example/ana.jpg',
    '/a\\b',
    '/\t/images.example/ana.jpg',
    '/a/..//images.example',
    '/%2e//images.example',
    'https://me:secret@images.example/',
    'https://',
    'https://images.example/\ud83d',
    `${LONGEST}a`,
    `https://images.example/${'ü'.repeat(1_000)}`,
  ];
  for (const written of refused) {
    test(`is refused: ${JSON.stringify(written.slice(0, 60))}`, () => {
      assert.throws(
        () => checkProfileImageUrl(written, undefined),
        (error) => error instanceof CallError && error.status === 400,
      );
    });
  }

  test('must be on an allowed host with the default port, or on this site', () => {
    const hosts = ['images.example', 'xn--bcher-kva.example'];
    for (const fine of ['https://IMAGES.example:443/a', 'https://bücher.example/', '/a.svg']) {
      assert.doesNotThrow(() => checkProfileImageUrl(fine, hosts), fine);
    }
    for (const [foreign, host] of [
      ['https://elsewhere.example/a', 'elsewhere.example'],
      ['https://images.example.elsewhere.example/a', 'images.example.elsewhere.example'],
      ['https://images.example:8443/a', 'images.example:8443'],
      ['https://sub.images.example/a', 'sub.images.example'],
      ['https://images.example./a', 'images.example.'],
    ] as const) {
      assert.throws(() => checkProfileImageUrl(foreign, hosts), {
        message: `Profile images may not come from ${host}.`,
      });
    }
  });
});
