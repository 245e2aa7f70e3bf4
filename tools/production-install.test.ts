import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { makeFolder } from '../storage/make-folder.ts';

const ROOT = join(import.meta.dirname, '..');
/** Files of a clone that `prepare.mjs` reads. */
const SOURCES = [
  ...['brand.ts', 'contract', 'web', 'dist'],
  ...['package.json', 'package-lock.json', 'tools/prepare.mjs'],
];

interface LockedPackage {
  dev?: boolean;
  version: string;
}

/** A copy of this clone with its pages, and npm's record of the packages that `npm ci --omit=dev` installs. */
async function installForProduction(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-production-'));
  for (const source of SOURCES) {
    await cp(join(ROOT, source), join(folder, source), { recursive: true });
  }
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
  const installed = Object.entries<LockedPackage>(packages).filter(([path, { dev }]) => {
    return path !== '' && !dev && existsSync(join(ROOT, path));
  });
  makeFolder(join(folder, 'node_modules/.bin'));
  await symlink(process.execPath, join(folder, 'node_modules/.bin/node'));
  await note(folder, Object.fromEntries(installed));
  return folder;
}

/** Writes npm's record of installed packages. */
async function note(folder: string, packages: Record<string, LockedPackage>): Promise<void> {
  const file = join(folder, 'node_modules/.package-lock.json');
  await writeFile(file, JSON.stringify({ packages }));
}

describe('an installation without development packages', () => {
  let folder: string;
  before(async () => {
    folder = await installForProduction();
  });
  after(() => rm(folder, { recursive: true }));

  test('accepts pages that were built elsewhere from the same sources, and refuses pages that were built from other sources', async () => {
    const log = join(folder, 'npm.log');
    const npm = join(folder, 'npm.mjs');
    await writeFile(
      npm,
      `import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(log)}, process.argv.slice(2).join(' ') + '\\n');`,
    );
    /** Runs prepare.mjs with an npm that only records its parameters. @returns the parameters, and the error output */
    const prepare = async (...mode: string[]) => {
      await writeFile(log, '');
      const env = { npm_execpath: npm, PATH: process.env['PATH'] };
      const program = [join(folder, 'tools/prepare.mjs'), ...mode];
      const said = await promisify(execFile)(process.execPath, program, { env }).then(
        () => '',
        ({ stderr }) => String(stderr),
      );
      return { said, asked: (await readFile(log, 'utf8')).split('\n').filter(Boolean) };
    };

    await rm(join(folder, 'dist/.built-from'), { force: true });
    const withoutPages = await prepare('production');
    assert.match(withoutPages.said, /^The pages in dist are missing, or were built from other/);
    assert.deepEqual(withoutPages.asked, []);

    const build = await prepare();
    assert.match(build.asked[0] ?? '', /^ci --include=dev --ignore-scripts/);
    assert.deepEqual(build.asked.slice(1), ['run --silent build']);
    assert.deepEqual(await prepare('production'), { said: '', asked: [] });

    await note(folder, { 'node_modules/vite': { dev: true, version: '8.3.8' } });
    const { asked } = await prepare('production');
    assert.match(asked.join(), /^ci --omit=dev --ignore-scripts/);

    await appendFile(join(folder, 'brand.ts'), '\n');
    assert.match((await prepare('production')).said, /^The pages in dist are missing, or were/);
  });
});

test('code that runs in production imports no development package', async () => {
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const value = /^\s*(?:import|export)\s(?!type\s)[^'"`;]*?from\s*'([^'.][^']*)'/gm;
  const other = /^\s*import\s*'([^'.][^']*)'|\bimport\(\s*'([^'.][^']*)'/gm;
  let seen = 0;
  const modules = '{commands,contract,server,storage}/**/*.{ts,mjs}';
  // `subset.mjs` is only run by hand, when the fonts change.
  const exclude = ['**/*.test.ts', '**/testing/**', '**/fonts/subset.mjs'];
  for await (const path of glob(modules, { cwd: ROOT, exclude })) {
    const source = await readFile(join(ROOT, path), 'utf8');
    for (const [, one, two] of [...source.matchAll(value), ...source.matchAll(other)]) {
      const [, name = ''] = /^((?:@[^/]+\/)?[^/]+)/.exec(one ?? two ?? '') ?? [];
      if (name.startsWith('node:')) continue;
      seen++;
      assert.ok(name in dependencies, `${path} imports ${name}`);
    }
  }
  assert.ok(seen > 10);
});
