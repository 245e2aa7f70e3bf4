import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { brand } from '../../brand.ts';
import { CONSENT_VERSION } from '../../contract/mail.ts';
import { positionTexts } from '../screens/waitlist/position-texts.ts';
import { letterContents } from './letter-content.ts';

/** A hash of the words of each version, with the product's name left out. An earlier one never changes. */
const versions: Readonly<Record<string, string>> = {
  '2026-11-28': '880062dcc2bcd064',
  '2026-11-28.2': '6e186d9529742de8',
  '2026-11-29': '2f98ae54fc0badf5',
  '2026-11-30': '7b33628e8405c990',
};

test('the words with which people agree to get letters are those of the version that is stored', () => {
  const words = [
    letterContents.confirm,
    letterContents.earlier,
    letterContents['last-call'],
    positionTexts.asked,
  ];
  const text = JSON.stringify(words).replaceAll(brand.product, '');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  assert.equal(
    versions[CONSENT_VERSION],
    hash,
    'The words have changed: write the date into contract/mail.ts, and the new version into this test.',
  );
});
