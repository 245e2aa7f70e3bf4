/**
 * Runs the test files of the given patterns with `node --test`, those of a folder in one process:
 *
 *   node tools/run-tests.ts 'server/http/*.test.ts'
 *
 * With TEST_ENGINE the files that do not depend on the engine are left out. To run one file: `node --test FILE`.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dependsOnEngine, groupTests } from './test-groups.ts';

/** A file system in memory. Several hundred databases are created there in a third of the time. */
const MEMORY = '/dev/shm';
/** A run uses less than half of it. In a container there may be only 64 MB. */
const ROOM_BYTES = 2 * 1024 ** 3;

const paths = globSync(process.argv.slice(2)).sort();
const tests = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const groups = groupTests(process.env['TEST_ENGINE'] ? tests.filter(dependsOnEngine) : tests);
const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'impromptu-tests-'));
// PostgreSQL runs as another user when root starts it.
chmodSync(folder, 0o755);
// Ctrl-C ends the tests too. This process ignores it, so that it can remove the folder afterwards.
process.on('SIGINT', () => {});
try {
  // Node starts the files in the order of their names.
  const entries = groups.map(({ name, paths }, index) => {
    const number = String(index).padStart(3, '0');
    const entry = join(folder, `${number}-${name.replaceAll('/', '-')}.mjs`);
    writeFileSync(entry, paths.map(importing).join(''));
    return entry;
  });
  const setup = '--test-global-setup=testing/databases/test-server.ts';
  const words = ['--test', '--test-concurrency=4', setup, ...entries];
  const env = { ...process.env, TMPDIR: folder };
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function hasRoom(place: string): boolean {
  if (!existsSync(place)) return false;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize >= ROOM_BYTES;
}

/** @returns code that loads a test file, and names the file in the error if that fails */
function importing(path: string): string {
  const sentence = JSON.stringify(`${path} cannot be loaded.`);
  return `await import('${pathToFileURL(resolve(path))}').catch((cause) => {
  throw new Error(${sentence}, { cause });
});
`;
}
