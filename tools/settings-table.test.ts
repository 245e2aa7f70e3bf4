import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { definitions } from '../server/settings/definitions.ts';
import type { Setting } from '../server/settings/setting.ts';

const DOCUMENT = 'docs/settings.md';
const text = readFileSync(join(import.meta.dirname, '..', DOCUMENT), 'utf8');
/** Of a row of the table: the settings that it names, and what they are unless set. */
const ROW = /^\| ((?:`[A-Z_]+`(?:, )?)+) \| (.*?) \|/gm;
const rows = [...text.matchAll(ROW)].map(([, names = '', fallbacks = '']) => ({
  names: [...(names.match(/[A-Z_]+/g) ?? [])],
  fallbacks: [...(fallbacks.match(/(?<=`)[^`]+(?=`)/g) ?? [])],
}));
const settings: readonly Setting<unknown>[] = Object.values(definitions);
/** The site never uses it, and refuses to start with it where others can reach the site. */
const UNMENTIONED = [definitions.firebaseEmulatorHost.name];

describe('the table of settings', () => {
  test('has a row for each setting, and for nothing else', () => {
    const wanted = settings.map(({ name }) => name).filter((name) => !UNMENTIONED.includes(name));
    assert.deepEqual(rows.flatMap(({ names }) => names).toSorted(), wanted.toSorted());
  });

  for (const { name, fallback } of settings.filter((setting) => setting.fallback)) {
    test(`says what ${name} is unless set`, () => {
      const row = rows.find(({ names }) => names.includes(name));
      assert.ok(row?.fallbacks.includes(String(fallback)), `${DOCUMENT} should say ${fallback}.`);
    });
  }
});
