import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { definitions } from '../server/settings/definitions.ts';
import type { Setting } from '../server/settings/setting.ts';

const DOCUMENT = 'docs/settings.md';
const text = readFileSync(join(import.meta.dirname, '..', DOCUMENT), 'utf8');
/** A row of the table: the names of settings, and their defaults. */
const ROW = /^\| ((?:`[A-Z_]+`(?:, )?)+) \| (.*?) \|/gm;
const rows = [...text.matchAll(ROW)].map(([, names = '', fallbacks = '']) => ({
  names: [...(names.match(/[A-Z_]+/g) ?? [])],
  fallbacks: [...(fallbacks.match(/(?<=`)[^`]+(?=`)/g) ?? [])],
}));
const settings: readonly Setting<unknown>[] = Object.values(definitions);
/** Only for tests: the site refuses to start with it if other machines can reach the site. */
const UNMENTIONED = [definitions.firebaseEmulatorHost.name];

describe('the table of settings', () => {
  test('has one row for each setting, and no other rows', () => {
    const wanted = settings.map(({ name }) => name).filter((name) => !UNMENTIONED.includes(name));
    assert.deepEqual(rows.flatMap(({ names }) => names).toSorted(), wanted.toSorted());
  });

  for (const { name, fallback } of settings.filter((setting) => setting.fallback)) {
    test(`has the default of ${name}`, () => {
      const row = rows.find(({ names }) => names.includes(name));
      assert.ok(row?.fallbacks.includes(String(fallback)), `${DOCUMENT} should say ${fallback}.`);
    });
  }
});
