import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { definitions, type Setting } from '../server/settings/definitions.ts';

const DOCUMENT = join(import.meta.dirname, '..', 'docs', 'settings.md');

test('docs/settings.md has the settings, defaults, values and meanings of their definitions', () => {
  const settings: readonly Setting[] = Object.values(definitions);
  const rows = settings.map(({ name, fallback, usual, expected, help }) =>
    rowOf([`\`${name}\``, usual ?? fallback ?? '', help, expected]),
  );
  const wanted = [
    rowOf(['setting', 'unless set', 'meaning', 'value']),
    '|---|---|---|---|',
    ...rows,
  ];
  const table = readFileSync(DOCUMENT, 'utf8').match(/^\|.*$/gm) ?? [];
  assert.deepEqual(table, wanted, `The table should be:\n\n${wanted.join('\n')}\n`);
});

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
