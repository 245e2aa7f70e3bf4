import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { definitions } from '../server/settings/definitions.ts';
import type { Setting } from '../server/settings/setting.ts';

const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
/** Of a row of the table: the settings that it names, and what they are unless set. */
const ROW = /^\| ((?:`[A-Z_]+`(?:, )?)+) \| (.*?) \|/gm;
const rows = [...readme.matchAll(ROW)].map(([, names = '', fallbacks = '']) => ({
  names: [...(names.match(/[A-Z_]+/g) ?? [])],
  fallbacks: [...(fallbacks.match(/(?<=`)[^`]+(?=`)/g) ?? [])],
}));
const settings: readonly Setting<unknown>[] = Object.values(definitions);
/** Refused wherever it would matter: nobody should learn of it here. */
const UNMENTIONED = [definitions.firebaseEmulatorHost.name];

describe('the table of settings in the README', () => {
  test('has a row for each setting, and for nothing else', () => {
    const wanted = settings.map(({ name }) => name).filter((name) => !UNMENTIONED.includes(name));
    assert.deepEqual(rows.flatMap(({ names }) => names).toSorted(), wanted.toSorted());
  });

  for (const { name, fallback } of settings.filter((setting) => setting.fallback)) {
    test(`says what ${name} is unless set`, () => {
      const row = rows.find(({ names }) => names.includes(name));
      assert.ok(row?.fallbacks.includes(String(fallback)), `README.md should say ${fallback}.`);
    });
  }
});
