/** Runs the tests of what differs from `main`: enough for the moment, while `npm test` is for a commit. */
import { spawnSync } from 'node:child_process';
import { nearestTests } from './nearest-tests.ts';
import { changedPaths, readSourceFiles } from './source-files.ts';

/** About twenty seconds on two cores. */
const MOST_FILES = 12;

const tests = nearestTests(changedPaths(), readSourceFiles());
const left = Math.max(0, tests.length - MOST_FILES);
if (tests.length === 0) {
  process.stdout.write('Nothing differs from main that a unit test is about.\n');
} else {
  const setup = '--test-global-setup=testing/databases/test-server.ts';
  const nearest = tests.slice(0, MOST_FILES);
  const words = ['--test', '--test-reporter=dot', '--test-concurrency=4', setup, ...nearest];
  process.stdout.write(`Tests of what differs from main:\n${nearest.join('\n')}\n`);
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
if (left > 0) process.stdout.write(`${left} more are left to npm test.\n`);
