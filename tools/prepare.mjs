/**
 * Prepares a clone: installs the packages of package-lock.json and builds the pages, each only if it is out of date.
 * Plain JavaScript, because it may run on an old Node: the Node that runs everything else is one of the packages.
 * The scripts of package.json call it themselves, because npm does not run a "prestart" where "ignore-scripts" is set.
 *
 *   node tools/prepare.mjs              packages and pages
 *   node tools/prepare.mjs install      only packages
 *   node tools/prepare.mjs build        packages and pages, also if the pages are up to date
 *   node tools/prepare.mjs production   only production packages; the pages were built elsewhere
 *   node tools/prepare.mjs check        changes nothing; fails if something is out of date
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE_FOR_NPM = 20;
/** The packages that contain this version of Node. npm installs only the package of this platform. */
const NODE_PACKAGES = /^node-(bin-)?(darwin|linux)-/;
const NODE = 'node_modules/.bin/node';
/** A longer silence looks like a standstill. */
const TELL_EVERY_MS = 10_000;
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'));
/** The oldest Node with which the site may run here. `commands/refuse-node.ts` refuses others. */
const { version: minimum } = manifest.minimumNode[process.platform] ?? manifest.minimumNode.linux;

/** The sources of the pages, without tests. */
const PAGE_SOURCES = ['brand.ts', 'contract', 'web', 'package.json', 'package-lock.json'];
const BUILT_FROM = 'dist/.built-from';

const mode = process.argv[2];
const isProduction = mode === 'production';
const major = Number.parseInt(process.versions.node, 10);
const canRunSite =
  major === Number.parseInt(minimum, 10) &&
  process.versions.node.localeCompare(minimum, 'en', { numeric: true }) >= 0;

if (major < OLDEST_NODE_FOR_NPM) {
  stop(`Node ${OLDEST_NODE_FOR_NPM} or later is needed to begin, and this is ${process.version}.`);
}
if (mode === 'check') check();
else {
  if (!packagesAreCurrent()) await installPackages();
  linkNode();
  if (mode !== 'install') await buildPages();
}

/** For a site that starts: after "git pull" it would run on old packages and serve old pages. */
function check() {
  const advice = fs.existsSync('node_modules/vite')
    ? 'Run "npm start", or "node tools/prepare.mjs" before "./site serve".'
    : 'Bring this folder up to date as docs/operations.md says under "Upgrade".';
  if (!packagesAreCurrent()) {
    stop(`The packages in node_modules are not those of package-lock.json. ${advice}`);
  }
  if (!pagesAreCurrent()) {
    stop(
      `The pages in dist are missing, or were built from other sources than those here. ${advice}`,
    );
  }
}

/**
 * Compares npm's record of the installed packages with package-lock.json: each must be there in its locked version. The
 * packaged Node may be removed where the Node of the system can run the site.
 */
function packagesAreCurrent() {
  const needsDev = !isProduction && mode !== 'check';
  const locked = Object.entries(readPackages('package-lock.json'));
  const wanted = locked.filter(([path, { dev }]) => path !== '' && (needsDev || !dev));
  const installed = readPackages('node_modules/.package-lock.json');
  const areThere = wanted.every(([path, locked]) =>
    // Other optional packages that are missing are for other platforms.
    installed[path]
      ? installed[path].version === locked.version
      : locked.optional && (canRunSite || !isNode(locked)),
  );
  return areThere && !(isProduction && Object.values(installed).some(({ dev }) => dev));
}

/** Whether a package has Node for this platform. npm leaves it out if it is configured with "omit=optional". */
function isNode({ bin, os, cpu }) {
  return bin?.node && os === process.platform && cpu === process.arch;
}

function readPackages(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : {};
}

/** Runs the npm that started this script, or else `npm`. */
async function installPackages() {
  const own = process.env.npm_execpath ?? '';
  // Other package managers set this variable, too.
  const [program, before] = /^npm/.test(basename(own)) ? [process.execPath, [own]] : ['npm', []];
  const which = isProduction ? '--omit=dev' : '--include=dev';
  // Node and parts of other packages are optional.
  const words = ['ci', which, '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('Installing the packages of package-lock.json', program, [
    ...before,
    ...words,
    '--loglevel=error',
  ]);
}

/** npm 10 installs the package of this platform's Node, but does not link its program into node_modules/.bin. */
function linkNode() {
  const found = fs.readdirSync('node_modules').find((name) => NODE_PACKAGES.test(name));
  if (found && !fs.existsSync(NODE)) {
    if (!fs.existsSync('node_modules/.bin')) fs.mkdirSync('node_modules/.bin');
    fs.symlinkSync(`../${found}/bin/node`, NODE);
  }
  const { status, stderr, error } = spawnSync(NODE, ['--version'], { encoding: 'utf8' });
  if (status === 0) return;
  // For example on Linux with musl. Then the programs that look for Node here find that in the PATH.
  fs.rmSync(NODE, { force: true });
  if (canRunSite) return;
  const reason = found
    ? `The Node of the package ${found} does not run here (${(stderr || error?.message || `exit code ${status}`).trim()})`
    : `No package has Node for ${process.platform}-${process.arch}`;
  stop(`${reason}: install Node ${minimum} or a later 26 yourself. This is ${process.version}.`);
}

async function buildPages() {
  if (mode !== 'build' && pagesAreCurrent()) return;
  if (isProduction) {
    // Development packages must not run as the user that owns the program.
    stop(
      'The pages in dist are missing, or were built from other sources: run "node tools/prepare.mjs" on another machine, or as another user, in a clone of this version, and copy its dist here.',
    );
  }
  const sources = hashSources();
  fs.rmSync(BUILT_FROM, { force: true });
  const node = fs.existsSync(NODE) ? NODE : process.execPath;
  // Checked before the build, so that a fault is reported immediately, in a sentence without a stack.
  if (spawnSync(node, ['web/design/colour-faults.ts'], { stdio: 'inherit' }).status !== 0)
    process.exit(1);
  const vite = ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'];
  await run('Building the pages', node, ['node_modules/vite/bin/vite.js', ...vite]);
  fs.writeFileSync(BUILT_FROM, sources);
}

function pagesAreCurrent() {
  return fs.existsSync(BUILT_FROM) && fs.readFileSync(BUILT_FROM, 'utf8') === hashSources();
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of PAGE_SOURCES.flatMap(filesOf)) {
    hash.update(`${file}\0`).update(fs.readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesOf(source) {
  const below = fs.lstatSync(source).isFile() ? [''] : fs.readdirSync(source, { recursive: true });
  const paths = below.map((path) => join(source, path)).sort();
  return paths.filter((path) => !/\.test\.tsx?$/.test(path) && fs.lstatSync(path).isFile());
}

/** Runs a program, and prints every ten seconds that it still runs. */
async function run(what, program, words) {
  process.stdout.write(`${what} …\n`);
  const begun = performance.now();
  const tell = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1_000);
    process.stdout.write(`${what}, for ${seconds} s so far …\n`);
  }, TELL_EVERY_MS);
  // Ctrl-C also reaches the program. Wait until it ends; otherwise it would still run when the shell shows its prompt.
  process.on('SIGINT', () => {});
  const child = spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [status, signal] = await once(child, 'exit').catch(({ message }) =>
    stop(`${program} could not be run: ${message}`),
  );
  clearInterval(tell);
  if (signal === 'SIGINT' || status === 130) process.exit(130);
  if (status !== 0) {
    stop(`"${[basename(program), ...words].join(' ')}" failed; its output is above.`);
  }
}

function stop(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
