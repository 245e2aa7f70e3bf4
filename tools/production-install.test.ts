import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { makeFolder } from '../storage/make-folder.ts';

const ROOT = join(import.meta.dirname, '..');
/** For a program that does every millisecond what it does every ten seconds. */
const TEN_SECONDS_PASS =
  'const usual = setInterval; globalThis.setInterval = (work, ms) => usual(work, ms === 10_000 ? 1 : ms);';
/** Files of a clone that `prepare.mjs` reads, and what starts it. */
const SOURCES = [
  ...['brand.ts', 'contract', 'web', 'dist'],
  ...['package.json', 'package-lock.json', 'tools/prepare.mjs', 'site'],
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

describe('tools/prepare.mjs', () => {
  let folder: string;
  let log: string;
  let npm: string;
  before(async () => {
    folder = await installForProduction();
    log = join(folder, 'programs.log');
    npm = join(folder, 'npm.mjs');
    const vite = join(folder, 'node_modules/vite/bin/vite.js');
    // Its packages are none of production's.
    await writeFile(join(folder, 'web/design/colour-faults.ts'), '');
    makeFolder(dirname(vite));
    for (const [program, name] of [
      [npm, 'npm'],
      [vite, 'vite'],
    ] as const) {
      // A program that only records its parameters.
      const line = `[${JSON.stringify(name)}, ...process.argv.slice(2)].join(' ') + '\\n'`;
      const script = `fs.appendFileSync(${JSON.stringify(log)}, ${line})`;
      await writeFile(program, `import('node:fs').then((fs) => ${script});`);
    }
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs prepare.mjs. @returns what it has started, and its error output */
  async function prepare(...mode: string[]) {
    await writeFile(log, '');
    const env = { npm_execpath: npm, PATH: process.env['PATH'] };
    const program = [join(folder, 'tools/prepare.mjs'), ...mode];
    const said = await promisify(execFile)(process.execPath, program, { env }).then(
      () => '',
      ({ stderr }) => String(stderr),
    );
    return { said, started: (await readFile(log, 'utf8')).split('\n').filter(Boolean) };
  }

  const nothing = { said: '', started: [] };
  const missing = /^The pages in dist are missing, or were built from other/;

  test('does not need the packaged Node where the Node of the system can run the site', async () => {
    const lock = join(folder, 'node_modules/.package-lock.json');
    const record = await readFile(lock, 'utf8');
    const { packages } = JSON.parse(record);
    const others = Object.entries<LockedPackage>(packages).filter(
      ([path]) => !/\/node-(bin-)?(linux|darwin)-/.test(path),
    );
    await note(folder, Object.fromEntries(others));
    assert.deepEqual((await prepare('production')).started, []);
    await writeFile(lock, record);
  });

  test('accepts pages that were built elsewhere from the same sources, and refuses pages that were built from other sources', async () => {
    await rm(join(folder, 'dist/.built-from'), { force: true });
    const withoutPages = await prepare('production');
    assert.match(withoutPages.said, missing);
    assert.deepEqual(withoutPages.started, []);

    const build = await prepare();
    assert.match(
      build.started[0] ?? '',
      /^npm ci --include=dev --include=optional --ignore-scripts/,
    );
    assert.match(build.started[1] ?? '', /^vite build /);
    assert.deepEqual(await prepare('production'), nothing);
    await appendFile(join(folder, 'web/page.test.ts'), '\n');
    assert.deepEqual(await prepare('production'), nothing, 'a test is no source of a page');

    const lock = join(folder, 'node_modules/.package-lock.json');
    const record = await readFile(lock);
    await note(folder, { 'node_modules/vite': { dev: true, version: '8.3.8' } });
    const { started } = await prepare('production');
    assert.match(started.join(), /^npm ci --omit=dev --include=optional --ignore-scripts/);
    await writeFile(lock, record);

    await appendFile(join(folder, 'brand.ts'), '\n');
    assert.match((await prepare('production')).said, missing);
  });

  test('serves neither old pages nor on old packages, and says what to do', async () => {
    await prepare('build');
    assert.deepEqual(await prepare('check'), nothing);
    await appendFile(join(folder, 'brand.ts'), '\n');
    await assert.rejects(promisify(execFile)(join(folder, 'site'), ['serve']), {
      code: 1,
      stderr: /^The pages in dist are missing, or .* Run "npm start", or .*\n$/,
    });
    await prepare('build');
    const lock = join(folder, 'package-lock.json');
    const locked = await readFile(lock, 'utf8');
    await writeFile(lock, locked.replace(/("node_modules\/fastify": \{\s*"version": ")/, '$19'));
    assert.match((await prepare('check')).said, /^The packages in node_modules are not those of/);
    await rm(join(folder, 'node_modules/vite'), { recursive: true });
    assert.match((await prepare('check')).said, /docs\/operations\.md says under "Upgrade"\.\n$/);
  });

  test('leaves a packaged Node that does not run on this system, such as one with musl', async () => {
    const node = join(folder, 'node_modules/.bin/node');
    await rm(node);
    await writeFile(node, '#!/nowhere/libc\n', { mode: 0o755 });
    assert.equal((await prepare('install')).said, '');
    assert.equal(existsSync(node), false);
  });

  test('tells every ten seconds what it waits for', async () => {
    const done = join(folder, 'done');
    await writeFile(
      npm,
      `import('node:fs').then(({ existsSync }) => {
      const wait = setInterval(() => existsSync(${JSON.stringify(done)}) && clearInterval(wait), 10);
    });`,
    );
    await rm(join(folder, 'node_modules/.package-lock.json'));
    const env = { npm_execpath: npm };
    const before = `--import=data:text/javascript,${encodeURIComponent(TEN_SECONDS_PASS)}`;
    const words = [before, join(folder, 'tools/prepare.mjs'), 'install'];
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const told: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      told.push(line);
      if (told.length === 3) await writeFile(done, '');
    }
    assert.equal(told[0], 'Installing the packages of package-lock.json …');
    assert.match(
      told[2] ?? '',
      /^Installing the packages of package-lock\.json, for \d+ s so far …$/,
    );
  });
});

test('each script of package.json prepares what it needs, also where npm runs no "pre" scripts, and then forgets where the shell has found Node', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  for (const [name, script] of Object.entries<string>(scripts)) {
    assert.doesNotMatch(name, /^(pre|post)/);
    if (name.startsWith('check:')) continue;
    assert.match(script, /^node tools\/prepare\.mjs\b/, name);
    // Otherwise a shell continues with the Node that it found first, before the packages had one.
    if (/&&.* node /.test(script)) assert.match(script, /^[^&]+ && hash -r && /, name);
  }
});
