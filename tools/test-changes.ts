/** Runs the nearest tests of the files that differ from `main`. Before a commit, run `npm test`. */
import { spawnSync } from 'node:child_process';
import { nearestTests } from './nearest-tests.ts';
import { changedPaths, readSourceFiles } from './source-files.ts';

/** The maximum number of test files to run. Twelve take about twenty seconds on two cores. */
const MOST_FILES = 12;

const tests = nearestTests(changedPaths(), readSourceFiles());
const left = Math.max(0, tests.length - MOST_FILES);
if (tests.length === 0) {
  process.stdout.write('No file that a unit test covers differs from main.\n');
} else {
  const setup = '--test-global-setup=testing/databases/test-server.ts';
  const nearest = tests.slice(0, MOST_FILES);
  const words = ['--test', '--test-reporter=dot', '--test-concurrency=4', setup, ...nearest];
  process.stdout.write(`Tests of the files that differ from main:\n${nearest.join('\n')}\n`);
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
if (left > 0) process.stdout.write(`${left} more test files were not run; npm test runs them.\n`);
