import { dirname } from 'node:path/posix';
import type { SourceFile } from './import-graph.ts';

/** A test file, and the engine that it gets in `TEST_ENGINE`; without one it gets the default. */
export interface TestFile extends SourceFile {
  engine?: string;
}

/** Test files that share a process, under the name of their folder. */
export interface TestGroup {
  name: string;
  paths: readonly string[];
  engine: string | undefined;
}

/** The tests of these rooms mostly wait for other processes, so their files run in parallel. */
const WAITING_ROOMS = /^(commands|proofs|storage\/engines\/postgres)\//;
/** A hook outside of every suite runs around all tests of its process. */
const HOOK_OF_PROCESS = /^(before|after)(Each)?\(/m;

/** The calls and commands. Tests of `storage/` choose their engines themselves. */
const OF_CALLS = /^(server|commands)\//;
/** How a test gets a database of the engine that TEST_ENGINE names. */
const ON_CHOSEN_ENGINE = /\b(createTestApp|createTestDatabase|startServer)\(/;
/** How a test runs on every engine, whatever TEST_ENGINE names. */
const ON_EVERY_ENGINE = /\btestEngines\b/;
/**
 * Tests that have the same result on each engine, although they open a database: those of requests, connections, pages
 * and processes. Also those directly in `server/`, which test the whole app or name their engine.
 */
const NOT_ABOUT_DATA =
  /^(server\/((http|pages)\/|[^/]+$)|commands\/(serve|lost-output|dead-thread|erase-on-disk)\.)/;

/** Whether a test file can have another result with another engine in TEST_ENGINE. */
export function dependsOnEngine({ path, text }: SourceFile): boolean {
  return (
    OF_CALLS.test(path) &&
    ON_CHOSEN_ENGINE.test(text) &&
    !ON_EVERY_ENGINE.test(text) &&
    !NOT_ABOUT_DATA.test(path)
  );
}

/**
 * Groups test files by folder, because a short file needs most of its time to load the code that it tests. A file runs
 * in a separate process if its hooks would apply to other files, or if its tests mostly wait. The folders start first,
 * because they take longest.
 */
export function groupTests(tests: readonly TestFile[]): TestGroup[] {
  const alone: TestGroup[] = [];
  const shared = new Map<string, TestGroup & { paths: string[] }>();
  for (const { path, text, engine } of tests) {
    const on = engine ? ` on ${engine}` : '';
    if (WAITING_ROOMS.test(path) || HOOK_OF_PROCESS.test(text)) {
      alone.push({ name: path + on, paths: [path], engine });
    } else {
      const name = folderOf(path) + on;
      const group = shared.get(name) ?? { name, paths: [], engine };
      group.paths.push(path);
      shared.set(name, group);
    }
  }
  const groups = [...shared.values()];
  return [...groups.toSorted((one, other) => other.paths.length - one.paths.length), ...alone];
}

/** All folders of `web/` share a process, because they have few tests, and these are quick. */
function folderOf(path: string): string {
  const [room = '', folder = ''] = dirname(path).split('/');
  return room === 'web' ? room : `${room}/${folder}`;
}
