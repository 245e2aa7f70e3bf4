import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const git = ['ls-files', '-co', '--exclude-standard'];
const paths = execFileSync('git', git, { cwd: root, encoding: 'utf8' }).trim().split('\n');
const folders = new Set(paths.flatMap(foldersOf));
const known = new Set([...paths, ...paths.map((path) => basename(path)), ...folders]);
const modules = [...folders].filter((folder) => !/[/.]/.test(folder));

/** A path that begins with a module, or the name of a code file in backticks. */
const NAMED = new RegExp(
  `(?<![\\w/.-])(?:${modules.join('|')})/[\\w./-]*\\w|(?<=\`)[\\w./-]+\\.(?:tsx?|mjs|css)(?=\`)`,
  'g',
);
/** The operator makes this file. */
const NOT_OURS = 'deploy/.env';

describe('the documents', () => {
  for (const document of paths.filter((path) => /\.md$|^deploy\//.test(path))) {
    test(`${document} names only files and folders that exist`, () => {
      const named = read(document).match(NAMED) ?? [];
      assert.deepEqual(
        named.filter((path) => path !== NOT_OURS && !known.has(path)),
        [],
      );
    });
    test(`${document} has no table that an empty line divides`, () => {
      assert.doesNotMatch(read(document), /^\|.*\n\n\|.*\n(?!\|-)/m);
    });
  }
});

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}
