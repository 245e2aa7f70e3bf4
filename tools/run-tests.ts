/**
 * Runs the test files of the given patterns with `node --test`, those of a folder in one process:
 *
 *   node tools/run-tests.ts 'server/http/*.test.ts'
 *
 * The tests of calls and commands run on SQLite, and again on PostgreSQL. If TEST_ENGINE is set, only these tests run,
 * and only on this engine. To run one file: `node --test FILE`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findMemoryFolder } from '../testing/memory-folder.ts';
import { dependsOnEngine, groupTests } from './test-groups.ts';

/** By default tests use SQLite. */
const OTHER_ENGINE = 'PostgreSQL';
/** A test that does not end fails after this time. On a very slow machine the slowest file needs seven minutes. */
const TEST_WITHIN_MS = 20 * 60_000;
/** If a test file does not end, `node --test` is ended after this time. It prints the name of the file then. */
const ALL_WITHIN_MS = 60 * 60_000;
/** `node --test` may wait for a test file even after SIGTERM. After this time it is killed. */
const END_WITHIN_MS = 10_000;

const paths = globSync(process.argv.slice(2)).sort();
const tests = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const onEngine = (engine: string) =>
  tests.filter(dependsOnEngine).map((file) => ({ ...file, engine }));
const chosen = process.env['TEST_ENGINE'];
const groups = groupTests(chosen ? onEngine(chosen) : [...tests, ...onEngine(OTHER_ENGINE)]);
if (groups.length === 0) {
  // Without a file, `node --test` would run all tests that it finds.
  process.stderr.write('No test file of these patterns is to be run.\n');
  process.exit(1);
}
// The tests create several hundred databases. In memory this needs a third of the time that it needs on disk.
const folder = mkdtempSync(join(findMemoryFolder() ?? tmpdir(), 'impromptu-tests-'));
// PostgreSQL runs as another user when root starts it.
chmodSync(folder, 0o755);
try {
  // Node starts the files in the order of their names.
  const entries = groups.map(({ name, paths, engine }, index) => {
    const number = String(index).padStart(3, '0');
    const entry = join(folder, `${number}-${name.replaceAll(/[/ ]/g, '-')}.mjs`);
    const choosing = engine ? `process.env['TEST_ENGINE'] = '${engine}';\n` : '';
    writeFileSync(entry, choosing + paths.map(importing).join(''));
    return entry;
  });
  const setup = '--test-global-setup=testing/databases/test-server.ts';
  const limit = `--test-timeout=${TEST_WITHIN_MS}`;
  const words = ['--test', '--test-concurrency=4', limit, setup, ...entries];
  const env = { ...process.env, TMPDIR: folder };
  const tests = spawn(process.execPath, words, { stdio: 'inherit', env });
  const end = () => {
    tests.kill('SIGTERM');
    setTimeout(() => tests.kill('SIGKILL'), END_WITHIN_MS).unref();
  };
  setTimeout(end, ALL_WITHIN_MS).unref();
  // Ctrl-C ends the tests too. This process ends after them, so that it can remove the folder.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  const [status] = await once(tests, 'exit');
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns code that loads a test file, and names the file in the error if that fails */
function importing(path: string): string {
  const sentence = JSON.stringify(`${path} cannot be loaded.`);
  return `await import('${pathToFileURL(resolve(path))}').catch((cause) => {
  throw new Error(${sentence}, { cause });
});
`;
}
