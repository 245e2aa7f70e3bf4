/**
 * Runs tests in stages, and prints the time of each:
 *
 *   node tools/test.ts         all: unit tests, those of calls and commands on PostgreSQL, browser tests
 *   node tools/test.ts unit    the first two stages; with TEST_ENGINE only tests of that engine
 *   node tools/test.ts quick   the tests of the files that differ from main, until one fails
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { text } from 'node:stream/consumers';
import { globalSetup, globalTeardown } from '../testing/databases/test-server.ts';
import { findMemoryFolder } from '../testing/memory-folder.ts';
import { changedPaths, nearestTests, readSourceFiles } from './import-graph.ts';

/** A group that still runs after this time is named, and again each time it has passed. */
const NAME_AFTER_MS = 45_000;

/** Tests that mostly wait for other processes. Those whose names begin with the same letter share a process. */
const WAITING = /^commands\/./;
/** A hook outside of every suite would run around the tests of all files of a process. */
const HOOK_OF_PROCESS = /^(before|after)(Each)?\(/m;
/** Tests of calls and commands with a database of the engine that TEST_ENGINE names. */
const ON_CHOSEN_ENGINE = /\b(createTestApp|createTestDatabase|startServer)\(/;
/** Tests that choose their engines themselves. */
const NAMES_ENGINES = /\b(testEngines|createSqliteDatabase|createPostgresDatabase)\b/;
/** The results of these tests may depend on the engine. Other tests that open a database have the same on each. */
const ABOUT_DATA =
  /^(server\/(analytics|ingest|waitlist)\/|commands\/(erase|export|rotate-keys)\.)/;

const [what = 'all'] = process.argv.slice(2);
/** On a slow and busy machine the slowest file needs several minutes. */
const END_AFTER_MS = (what === 'quick' ? 5 : 20) * 60_000;
/** Tests start many threads, and the small heap with which V8 begins is collected many times while one loads its code. */
const LESS_COLLECTION = ['--min-semi-space-size=16', '--single-threaded-gc'];
/** Browser tests start their own PostgreSQL. */
const environment = { ...process.env };
const unit = globSync('*/**/*.test.ts', { exclude: ['node_modules'] }).sort();
const failed: string[] = [];
const running = new Set<ChildProcess>();
const folder = mkdtempSync(join(findMemoryFolder() ?? tmpdir(), 'impromptu-tests-'));
// PostgreSQL runs as another user when root starts it.
chmodSync(folder, 0o755);
process.env['TMPDIR'] = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// The tests get the signal of a terminal too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(1));

await globalSetup();
if (what === 'quick') {
  const { tests, specs } = nearestTests(changedPaths(), readSourceFiles());
  await stage('tests of what differs from main', tests);
  if (specs.length > 0) await browserTests(...specs, '--project', 'chromium', '-x');
} else {
  const chosen = process.env['TEST_ENGINE'];
  if (!chosen) await stage('unit tests, calls and commands', unit);
  const engine = chosen ?? 'PostgreSQL';
  await stage(`calls and commands on ${engine}`, unit.filter(dependsOnEngine), engine);
}
if (what === 'all') await browserTests();
await end(failed.length);

async function end(failures: number): Promise<void> {
  for (const child of running) child.kill();
  running.clear();
  // Without PostgreSQL's end its process would stay.
  await globalTeardown();
  for (const name of failed) process.stderr.write(`Failed: ${name}\n`);
  process.exit(failures > 0 ? 1 : 0);
}

/** Whether a test file can have another result with another engine in TEST_ENGINE. */
function dependsOnEngine(path: string): boolean {
  const source = readFileSync(path, 'utf8');
  return ABOUT_DATA.test(path) && ON_CHOSEN_ENGINE.test(source) && !NAMES_ENGINES.test(source);
}

async function stage(name: string, paths: readonly string[], engine?: string): Promise<void> {
  const start = performance.now();
  process.stdout.write(`\n${name}: ${paths.length} files\n`);
  const left = Object.entries(Object.groupBy(paths, groupOf));
  // The largest groups take longest, so they begin first. In `quick` the nearest tests do.
  if (what !== 'quick') left.sort(([, one = []], [, other = []]) => other.length - one.length);
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      await runGroup(next[0], next[1] ?? [], engine);
    }
  };
  // More than the processors, because some tests mostly wait.
  await Promise.all(Array.from({ length: availableParallelism() + 2 }, worker));
  process.stdout.write(`${name}: ${seconds(start)}\n`);
}

/** @returns the name of the group of files that run in the same process */
function groupOf(path: string): string {
  if (HOOK_OF_PROCESS.test(readFileSync(path, 'utf8'))) return path;
  const [waiting] = WAITING.exec(path) ?? [];
  if (waiting) return waiting;
  const [module = '', part = ''] = dirname(path).split('/');
  return module === 'web' ? module : `${module}/${part}`;
}

/** Runs the files of a group one after the other in one process, because loading the code takes most of the time. */
async function runGroup(name: string, paths: readonly string[], engine?: string): Promise<void> {
  const runner = ['--test', '--test-isolation=none', '--test-reporter=dot'];
  const words = [...LESS_COLLECTION, ...runner, ...paths];
  const env = { ...process.env, ...(engine && { TEST_ENGINE: engine }) };
  await run(name, process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function browserTests(...words: string[]): Promise<void> {
  const command = ['run', '-s', 'test:browser', '--', ...words];
  await run('npm run test:browser', 'npm', command, { env: environment, stdio: 'inherit' });
}

/** Browser tests print what they do, and have time limits of their own. */
async function run(name: string, program: string, words: string[], options: SpawnOptions) {
  const start = performance.now();
  const child = spawn(program, words, options);
  const output = Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)));
  const say = (words: string) => process.stdout.write(`  ${name}: ${words}${seconds(start)}\n`);
  const naming = setInterval(() => child.stdout && say('still running after '), NAME_AFTER_MS);
  const ending = setTimeout(() => child.stdout && child.kill('SIGKILL'), END_AFTER_MS);
  running.add(child);
  const [status] = await once(child, 'exit');
  clearInterval(naming);
  clearTimeout(ending);
  if (!running.delete(child)) return;
  say(status === 0 ? '' : 'FAILED ');
  if (status === 0) return;
  failed.push(name);
  process.stdout.write(`${(await output).join('\n')}\n`);
  if (what === 'quick') await end(1);
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1_000).toFixed(1)} s`;
}
