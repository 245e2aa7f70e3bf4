/**
 * Runs tests in stages, and prints the time of each:
 *
 *   node tools/test.ts         all: unit tests, with those of calls and commands on each engine; browser tests
 *   node tools/test.ts unit    the first stage; with TEST_ENGINE only tests of that engine
 *   node tools/test.ts quick   types, imports, paths of the proxies; style and tests of what differs from main, until one fails
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { MINUTE_MS } from '../contract/durations.ts';
import { globalSetup, globalTeardown } from '../testing/databases/postgres-test-engine.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { findMemoryFolder } from '../testing/memory-folder.ts';
import { changedPaths, nearestTests, readSourceFiles } from './import-graph.ts';
import { runTestGroup } from './test-group.ts';

/** Tests that mostly wait for other processes. Those whose names begin with the same letter share a process. */
const WAITING = /^commands\/./;
/** A hook outside of every suite would run around the tests of all files of a process. */
const HOOK_OF_PROCESS = /^(before|after)(Each)?\(/m;
/** Tests of calls and commands with a database of the engine that TEST_ENGINE names. */
const ON_CHOSEN_ENGINE = /\b(createTestApp|createTestDatabase|startServer|storageForEachTest)\(/;
/** Tests that choose their engines themselves. */
const NAMES_ENGINES = /\btestEngines\b|-test-engine\.ts'/;
/** Tests that may use a database server. */
const SERVERS = /\b(testEngines|killTargets)\b|postgres-/;
/** The results of these tests may depend on the engine. Other tests that open a database have the same on each. */
const ABOUT_DATA =
  /^(server\/(analytics|ingest|mailings|waitlist)\/|commands\/(erase|export|rotate-keys)\.)/;

const [what = 'all'] = process.argv.slice(2);
/** On a slow and busy machine the slowest file needs several minutes. */
const LIMIT_MINUTES = what === 'quick' ? 5 : 20;
/** Browser tests start their own PostgreSQL. */
const environment = { ...process.env };
const unit = globSync('*/**/*.test.ts', { exclude: ['node_modules'] }).sort();
const [, ...others] = testEngines.map(({ name }) => name);
const failed: string[] = [];
/** Until the database server of the run has started. */
let starting: Promise<unknown> | undefined;
const stopped = new AbortController();
const folder = mkdtempSync(join(findMemoryFolder() ?? tmpdir(), 'impromptu-tests-'));
// PostgreSQL runs as another user when root starts it.
chmodSync(folder, 0o755);
process.env['TMPDIR'] = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(1));

if (what === 'quick') {
  const changed = changedPaths();
  const { tests, specs } = nearestTests(changed, readSourceFiles());
  starting = tests.some(mayUseServer) ? onServer('accept connections', globalSetup) : undefined;
  const checks = ['types', 'imports', 'proxies'].map((name) =>
    run(name, () => runProgram('npm', ['run', '-s', `check:${name}`])),
  );
  const style = run('style of what differs from main', () => checkStyle(changed));
  await Promise.all([...checks, style, starting]);
  await stage('tests of what differs from main', groupsOf(tests));
  if (specs.length > 0) await browserTests(...specs, '--project', 'chromium', '-x');
} else {
  starting = onServer('accept connections', globalSetup);
  await starting;
  const chosen = process.env['TEST_ENGINE'];
  const onEngine = unit.filter(dependsOnEngine);
  await stage('unit tests, calls and commands', [
    ...(chosen ? [] : groupsOf(unit)),
    ...(chosen ? [chosen] : others).flatMap((engine) => groupsOf(onEngine, engine)),
  ]);
}
if (what === 'all') await browserTests();
await end();

/** Only the first call has an effect: after a signal, the stages end early and call it again. */
async function end(status = 0): Promise<void> {
  if (stopped.signal.aborted) return await new Promise(() => {});
  stopped.abort('a signal');
  await starting;
  await onServer('run until the last test has ended', globalTeardown);
  for (const name of failed) process.stderr.write(`Failed: ${name}\n`);
  process.exit(failed.length > 0 ? 1 : status);
}

/** Tells a fault of the database server in one sentence: its stack would name no test. */
async function onServer(duty: string, work: () => Promise<void>): Promise<void> {
  await work().catch(({ message, code }: Error & { code?: string }) => {
    failed.push(`the PostgreSQL server of the tests must ${duty}, and did not: ${message || code}`);
    // Not awaited, because it waits for the start of the server.
    void end();
  });
}

/** Whether a test may use a database server. If the run has none, the process of the test starts one. */
function mayUseServer(path: string): boolean {
  return 'TEST_ENGINE' in process.env || SERVERS.test(readFileSync(path, 'utf8'));
}

/** Whether a test file can have another result with another engine in TEST_ENGINE. */
function dependsOnEngine(path: string): boolean {
  const source = readFileSync(path, 'utf8');
  return ABOUT_DATA.test(path) && ON_CHOSEN_ENGINE.test(source) && !NAMES_ENGINES.test(source);
}

/** Files that run in one process. */
interface Group {
  readonly name: string;
  readonly files: readonly string[];
  readonly engine?: string | undefined;
}

function groupsOf(paths: readonly string[], engine?: string): Group[] {
  // In `quick` most tests are those of one folder, which would use one processor.
  const most = what === 'quick' ? Math.ceil(paths.length / availableParallelism()) : paths.length;
  return Object.entries(Object.groupBy(paths, groupOf)).flatMap(([group, all = []]) =>
    Array.from({ length: Math.ceil(all.length / most) }, (_, part) => ({
      name: engine ? `${group} on ${engine}` : group,
      files: all.slice(part * most, (part + 1) * most),
      engine,
    })),
  );
}

async function stage(name: string, groups: readonly Group[]): Promise<void> {
  const start = performance.now();
  process.stdout.write(`\n${name}: ${groups.flatMap(({ files }) => files).length} files\n`);
  // The largest groups take longer than others, so they begin earlier. In `quick` the nearest tests do.
  const weight = ({ files }: Group) => (what === 'quick' ? 0 : files.length);
  const left = groups.toSorted((one, other) => weight(other) - weight(one));
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await runGroup(next);
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

async function runGroup({ name, files, engine }: Group): Promise<void> {
  const env = { ...process.env, ...(engine && { TEST_ENGINE: engine }) };
  const limit = new AbortController();
  const reason = `the limit of ${LIMIT_MINUTES} minutes for each group`;
  const ending = setTimeout(() => limit.abort(reason), LIMIT_MINUTES * MINUTE_MS);
  const either = AbortSignal.any([limit.signal, stopped.signal]);
  await run(name, () => runTestGroup(files, env, either));
  clearTimeout(ending);
}

/** Browser tests print what they do, and have time limits of their own. */
async function browserTests(...words: string[]): Promise<void> {
  const command = ['run', '-s', 'test:browser', '--', ...words];
  await run('npm run test:browser', () => runProgram('npm', command));
}

async function checkStyle(changed: readonly string[]): Promise<string | undefined> {
  const paths = changed.filter((path) => existsSync(path));
  if (paths.length === 0) return undefined;
  const options = [
    '--no-errors-on-unmatched',
    '--files-ignore-unknown=true',
    '--error-on-warnings',
  ];
  return await runProgram('node_modules/.bin/biome', ['check', ...options, ...paths]);
}

/** Runs a program that prints itself. @returns a text if it failed */
async function runProgram(program: string, words: string[]): Promise<string | undefined> {
  const { signal } = stopped;
  const child = spawn(program, words, { env: environment, stdio: 'inherit', signal });
  const [status] = await once(child, 'exit').catch(({ message }) => [message]);
  return status === 0 ? undefined : `It ended with ${status}. Its output is above.`;
}

/** @param work returns an output if it failed */
async function run(name: string, work: () => Promise<string | undefined>): Promise<void> {
  if (stopped.signal.aborted) return;
  const start = performance.now();
  const output = await work();
  if (stopped.signal.aborted) return;
  const outcome = output === undefined ? '' : 'FAILED ';
  process.stdout.write(`  ${name}: ${outcome}${seconds(start)}\n`);
  if (output === undefined) return;
  failed.push(name);
  process.stdout.write(`${output}\n`);
  if (what === 'quick') await end();
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1_000).toFixed(1)} s`;
}
