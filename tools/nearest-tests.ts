import { basename, dirname } from 'node:path/posix';
import { importsOf, type SourceFile } from './import-graph.ts';

/**
 * Finds the tests of what was changed, the nearest first: those that were changed or carry the name of a changed
 * file, then those that import one, by as few files between as possible. Of each changed file only the nearest
 * tests are taken, because in the end nearly every test imports nearly every file.
 *
 * @param changed paths from the project's root
 */
export function nearestTests(changed: readonly string[], files: readonly SourceFile[]): string[] {
  const tests = files.map(({ path }) => path).filter(isTest);
  const importers = new Map<string, string[]>();
  for (const { from, to, isType } of files.flatMap(importsOf)) {
    if (!isType) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  const named = changed.flatMap((path) => tests.filter((test) => isTestOf(test, path)));
  const importing = changed.filter((path) => !isTest(path)).flatMap(nearestImporting);
  return [...new Set([...named, ...importing])];

  function nearestImporting(path: string): string[] {
    if (tests.some((test) => isTestOf(test, path)))
      return (importers.get(path) ?? []).filter(isTest);
    const seen = new Set([path]);
    for (let ring = [path]; ring.length > 0; ) {
      ring = ring.flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file));
      for (const file of ring) seen.add(file);
      if (ring.some(isTest)) return ring.filter(isTest);
    }
    return [];
  }
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}

/** `track-invite-traffic.test.ts` is a test of `track-invite.ts` beside it. */
function isTestOf(test: string, path: string): boolean {
  const name = basename(path).replace(/(\.test)?\.\w+$/, '');
  const isNamed = basename(test).startsWith(`${name}.`) || basename(test).startsWith(`${name}-`);
  return test === path || (!isTest(path) && dirname(test) === dirname(path) && isNamed);
}
