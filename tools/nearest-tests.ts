import { basename, dirname } from 'node:path/posix';
import { importsOf, type SourceFile } from './import-graph.ts';

/**
 * Finds the tests of changed files, the nearest first: tests that were changed or have the name of a changed file, then
 * tests that import a changed file through the fewest other files. Only the nearest tests of each changed file are
 * returned, because nearly every test imports nearly every file indirectly.
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

/** Both `track-invite.test.ts` and `track-invite-traffic.test.ts` are tests of `track-invite.ts` in the same folder. */
function isTestOf(test: string, path: string): boolean {
  const name = basename(path).replace(/(\.test)?\.\w+$/, '');
  const isNamed = basename(test).startsWith(`${name}.`) || basename(test).startsWith(`${name}-`);
  return test === path || (!isTest(path) && dirname(test) === dirname(path) && isNamed);
}
