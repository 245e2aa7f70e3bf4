import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** A source file: its path from the project's root, with `/`, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** An import of one of the project's files. */
export interface Import {
  /** Paths from the project's root. */
  from: string;
  to: string;
  /** Whether only types are imported. */
  isType: boolean;
}

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

/**
 * @returns the files of each import cycle, sorted by path; imports of types count too (Tarjan's strongly connected
 *   components)
 */
export function findCircles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const found = new Map<string, { index: number; low: number }>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): { index: number; low: number } {
    const node = { index: found.size, low: found.size };
    found.set(file, node);
    stack.push(file);
    for (const target of targets.get(file) ?? []) {
      const known = found.get(target);
      if (!known) node.low = Math.min(node.low, visit(target).low);
      else if (stack.includes(target)) node.low = Math.min(node.low, known.index);
    }
    if (node.low === node.index) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return node;
  }
  for (const file of targets.keys()) if (!found.has(file)) visit(file);
  return circles;
}

/** Every file of code and style, also files that are not in Git yet. */
export function readSourceFiles(): SourceFile[] {
  return linesOfGit('ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.css')
    .filter((path) => existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** @returns the paths that differ from `main`: committed, changed or new */
export function changedPaths(): string[] {
  const [base = 'HEAD'] = linesOfGit('for-each-ref', '--format=%(objectname)', 'refs/heads/main');
  const [since = base] = linesOfGit('merge-base', 'HEAD', base);
  const changed = linesOfGit('diff', '--name-only', since);
  return [...changed, ...linesOfGit('ls-files', '-o', '--exclude-standard')];
}

/**
 * @param changed paths from the project's root
 * @returns the test files that import a changed file, those first that are in its folder, have its name, or import it
 *   through few other files
 */
export function nearestTests(changed: readonly string[], files: readonly SourceFile[]): string[] {
  const importers = new Map<string, string[]>();
  for (const { from, to, isType } of files.flatMap(importsOf)) {
    if (!isType) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  const seen = new Set<string>();
  const nearest: string[] = [];
  for (let ring = [...changed]; ring.length > 0; ) {
    ring = ring.filter((path) => !seen.has(path));
    for (const path of ring) seen.add(path);
    const names = new Set(ring.map((path) => `${path.replace(/\.\w+$/, '')}`));
    const tests = files.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));
    const named = tests.filter((path) => names.has(path.replace(/(-[\w-]+)?\.test\.ts$/, '')));
    nearest.push(...named, ...ring.filter((path) => path.endsWith('.test.ts')));
    ring = ring.flatMap((path) => importers.get(path) ?? []);
  }
  // Tests in the folder of a changed file are the nearest, and those of commands take longest.
  const folders = new Set(changed.map((path) => dirname(path)));
  const rank = (path: string) =>
    folders.has(dirname(path)) ? 0 : path.startsWith('commands/') ? 2 : 1;
  return [...new Set(nearest)].toSorted((one, other) => rank(one) - rank(other));
}

function linesOfGit(...words: string[]): string[] {
  return execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
}
