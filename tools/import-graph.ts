import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';

/** A source file: its path from the project's root, with `/`, and its text. */
export type SourceFile = { path: string; text: string };
/** An import of one of the project's files, by paths from the project's root. `isType`: it imports only types. */
export type Import = { from: string; to: string; isType: boolean };

const IMPORT =
  /^\s*(?:import|export)\s(?<clause>[^'"`;]*?)\sfrom\s*['"](?<from>[^'"]+)['"]|^\s*import\s*['"](?<bare>[^'"]+)['"]|\bimport\(\s*['"](?<dynamic>[^'"]+)['"]|\bnew URL\(\s*['"](?<url>[^'"]+\.(?:tsx?|mjs))['"]/gm;

/** @returns a file's imports of the project's files, without packages */
export function importsOf({ path, text }: SourceFile): Import[] {
  if (!/\.(tsx?|mjs)$/.test(path)) return [];
  return [...text.matchAll(IMPORT)].flatMap(({ groups = {} }) => {
    const target = groups['from'] ?? groups['bare'] ?? groups['dynamic'] ?? groups['url'] ?? '';
    if (!target.startsWith('.')) return [];
    const isType = groups['clause']?.startsWith('type ') === true;
    return { from: path, to: join(dirname(path), target), isType };
  });
}

/** Every file of code and style, also files that are not in Git yet. */
export function readSourceFiles(): SourceFile[] {
  return linesOfGit('ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.css')
    .filter((path) => existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** @returns the paths that differ from `main`: committed, changed or new */
export function changedPaths(): string[] {
  const changed = linesOfGit('diff', '--name-only', '--merge-base', 'main');
  return [...changed, ...linesOfGit('ls-files', '-o', '--exclude-standard')];
}

/** A module imports only those before it. So a change can alter the results of tests of its module and of later ones. */
const MODULES_UPWARD = ['contract', 'storage', 'server', 'commands'];
const levelOf = (path: string) => MODULES_UPWARD.indexOf(path.split('/', 1)[0] ?? '');

/** They test every call, also a new one. */
const OF_EVERY_CALL = ['identity/access', 'http/open-api', 'hostile-texts'];
/** It opens every page for visitors. */
const OF_EVERY_PAGE = 'browser-tests/screens.spec.ts';

/**
 * @param changed paths from the project's root
 * @returns the tests of these files, the nearest first: for a schema those of every call; those in the folders of the
 *   files; those of their nouns in other modules (in a folder `waitlist`, or named `waitlist-…`), unless the change cannot
 *   reach them; those that import them, or are named after a file that does; and for files of `web/` the browser tests of
 *   their screens, or of the screens that import them. Not those that import them through other files: from most files
 *   that would be every test
 */
export function nearestTests(changed: readonly string[], files: readonly SourceFile[]) {
  const tests = files.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));
  const importers = new Map<string, string[]>();
  for (const { from, to, isType } of files.flatMap(importsOf)) {
    if (!isType) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  const importersOf = (path: string) => importers.get(path) ?? [];
  const affected = new Set([...changed, ...changed.flatMap(importersOf)]);
  for (const path of [...affected]) {
    const stem = path.replace(/\.\w+$/, '');
    const named = tests.filter(
      (test) => test.startsWith(stem) && /[.-]/.test(test[stem.length] ?? ''),
    );
    for (const test of named) affected.add(test);
  }
  // The last two parts of each path, without modules: each command has tests of its name.
  const names = changed.flatMap((path) =>
    path
      .replace(/\.\w+$/, '')
      .split('/')
      .slice(1)
      .slice(-2),
  );
  const nouns = names.join('|') || '$^';
  const lowest = Math.min(...changed.map(levelOf));
  const ofNoun = tests.filter(
    (path) =>
      new RegExp(`(^|/)(${nouns})(-[^/]*)?[./]`).test(path) &&
      (levelOf(path) < 0 || levelOf(path) >= lowest),
  );
  const hasSchema = changed.some((path) => path.startsWith('contract/schemas/'));
  const nearest = new Set([
    ...(hasSchema ? OF_EVERY_CALL.map((name) => `server/${name}.test.ts`) : []),
    ...ofNoun.filter((path) => changed.some((other) => dirname(other) === dirname(path))),
    ...ofNoun,
    ...[...affected].filter((path) => path.endsWith('.test.ts')),
  ]);
  const web = changed.filter((path) => path.startsWith('web/'));
  const specs = web.length > 0 ? specsOf(web, affected, files) : [];
  return { tests: [...nearest], specs: [...specs, ...changed.filter(isSpec)] };
}

const isSpec = (path: string) => path.endsWith('.spec.ts');

/** @param web the changed files of `web/` */
function specsOf(
  web: readonly string[],
  affected: ReadonlySet<string>,
  files: readonly SourceFile[],
): string[] {
  const inScreens = web.filter((path) => path.startsWith('web/screens/'));
  const screens = inScreens.length > 0 ? inScreens : [...affected];
  const ofFiles = web.map((path) => basename(path).replace(/\.\w+$/, ''));
  const names = [...ofFiles, ...screens.flatMap((path) => screenOf(path, files) ?? [])].join('|');
  // Most browser tests begin at the home page, so only their names show which are about it.
  const ofScreens = new RegExp(
    `^browser-tests/(browsers/)?(${names})\\b|Screens\\.(?!home)(${names})\\b`,
  );
  const specs = files.filter(
    ({ path, text }) => isSpec(path) && ofScreens.test(`${path}\n${text}`),
  );
  return specs.length > 0 ? specs.map(({ path }) => path) : [OF_EVERY_PAGE];
}

/** @returns the name of the screen to which a file belongs; or of its part, such as `analytics-waitlist`, if this part has browser tests */
function screenOf(path: string, files: readonly SourceFile[]): string | undefined {
  const [, screen, part] = /^web\/screens\/([\w-]+)(?:\/([\w-]+)\/)?/.exec(path) ?? [];
  const ofPart = `${screen}-${part}`;
  return files.some(({ path }) => path === `browser-tests/${ofPart}.spec.ts`) ? ofPart : screen;
}

function linesOfGit(...words: string[]): string[] {
  return execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
}
