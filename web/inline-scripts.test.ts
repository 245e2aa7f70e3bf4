import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { BuiltPage } from '../contract/page-parts.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = join(ROOT, 'dist/pages');
const PARTS = join(ROOT, 'dist/page-parts.json');
const SCRIPT = /<script(?: type="module")?>(.*?)<\/script>/gs;

/** @returns the names that these classic scripts use and neither they nor browsers define */
function foreignNames(scripts: Iterable<string>): string[] {
  const folder = temporaryFolder();
  let n = 0;
  for (const script of scripts) writeFileSync(join(folder, `${n++}.js`), script);
  const options = ['--only=correctness/noUndeclaredVariables', '--max-diagnostics=none'];
  const { stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/biome'),
    ['lint', ...options, '--reporter=json', '--vcs-enabled=false', folder],
    { cwd: folder, encoding: 'utf8' },
  );
  const { diagnostics, summary } = JSON.parse(stdout);
  assert.equal(summary.unchanged, n, 'every script was read');
  return diagnostics.map(({ description }: { description: string }) => description);
}

/** The HTML of each page, and of each part in each case. */
function builtHtml(): string[] {
  const pages = readdirSync(PAGES).map((name) => readFileSync(join(PAGES, name), 'utf8'));
  const parts: Record<string, BuiltPage['parts']> = JSON.parse(readFileSync(PARTS, 'utf8'));
  return [...pages, ...Object.values(parts).flatMap(Object.values).flatMap(Object.values)];
}

test('scripts inside pages use only their own names and those of browsers', () => {
  const scripts = new Set(
    builtHtml().flatMap((html) => [...html.matchAll(SCRIPT)].map(([, script = '']) => script)),
  );
  assert.ok(scripts.size >= 7, `${scripts.size} scripts`);
  assert.deepEqual(foreignNames(scripts), []);
});

test('the policy, which allows inline scripts and styles by their hash, allows all of a page', () => {
  const inlined = /(<(script|style)\b[^>]*>)(.*?)<\/\2>/gs;
  for (const html of builtHtml()) {
    for (const [, element = '', , content = ''] of html.matchAll(inlined)) {
      // Browsers do not run data for search engines, and the policy has no hash of it.
      if (element === '<script type="application/ld+json">') JSON.parse(content);
      else {
        assert.match(element, /^<(style|script|script type="module")>$/);
        assert.doesNotMatch(content, /\{\{\w+\}\}/, 'a slot would change the hash');
      }
    }
    assert.doesNotMatch(html.replace(inlined, '$1'), /<[^>]*\s(style|on[a-z]+)=[^>]*>/i);
  }
});

test('control: an import that a printed function uses is found', () => {
  const imported = () => 1;
  const printed = () => imported();
  assert.equal(foreignNames([`(${printed})()`]).length, 1);
});
