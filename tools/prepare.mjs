/**
 * Prepares a clone: installs the packages of package-lock.json and builds the pages, each only if it is out of date.
 * Plain JavaScript, because it may run on an old Node: the Node that runs everything else is one of the packages.
 *
 *   node tools/prepare.mjs              packages and pages
 *   node tools/prepare.mjs install      only packages
 *   node tools/prepare.mjs production   only production packages; the pages were built elsewhere
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE_FOR_NPM = 20;
const NODE_TO_RUN_ON = 26;
/** The packages that contain this version of Node. npm installs only the package of this platform. */
const NODE_PACKAGES = /^node-(bin-)?(darwin|linux)-/;
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** The sources of the pages, and the commands that build them. */
const PAGE_SOURCES = ['brand.ts', 'contract', 'web', 'package.json', 'package-lock.json'];
const BUILT_FROM = 'dist/.built-from';

const mode = process.argv[2];
const isProduction = mode === 'production';
const major = Number.parseInt(process.version.slice(1), 10);

if (major < OLDEST_NODE_FOR_NPM) {
  stop(`Node ${OLDEST_NODE_FOR_NPM} or later is needed to begin, and this is ${process.version}.`);
}
if (!packagesAreCurrent()) {
  process.stdout.write('Installing the packages of package-lock.json …\n');
  const which = isProduction ? '--omit=dev' : '--include=dev';
  npm(['ci', which, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
}
linkNode();
if (mode !== 'install') buildPages();

/** Compares npm's record of the installed packages with package-lock.json: each must be there in its locked version. */
function packagesAreCurrent() {
  const locked = Object.entries(readPackages('package-lock.json'));
  const wanted = locked.filter(([path, { dev }]) => path !== '' && !(isProduction && dev));
  const installed = readPackages('node_modules/.package-lock.json');
  const areThere = wanted.every(([path, { version, optional }]) =>
    // An optional package that is missing is for another platform.
    installed[path] ? installed[path].version === version : optional,
  );
  return areThere && !(isProduction && Object.values(installed).some(({ dev }) => dev));
}

function readPackages(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : {};
}

/** npm 10 installs the package of this platform's Node, but does not link its program into node_modules/.bin. */
function linkNode() {
  if (fs.existsSync('node_modules/.bin/node')) return;
  const found = fs.readdirSync('node_modules').find((name) => NODE_PACKAGES.test(name));
  if (found) {
    if (!fs.existsSync('node_modules/.bin')) fs.mkdirSync('node_modules/.bin');
    fs.symlinkSync(`../${found}/bin/node`, 'node_modules/.bin/node');
  } else if (major < NODE_TO_RUN_ON) {
    stop(
      `No package has Node ${NODE_TO_RUN_ON} for ${process.platform}-${process.arch}: install Node ${NODE_TO_RUN_ON} yourself. This is ${process.version}.`,
    );
  }
}

function buildPages() {
  const sources = hashSources();
  if (fs.existsSync(BUILT_FROM) && fs.readFileSync(BUILT_FROM, 'utf8') === sources) return;
  if (isProduction) {
    // Development packages must not run as the user that owns the program.
    stop(
      'The pages in dist are missing, or were built from other sources: run "node tools/prepare.mjs" on another machine, or as another user, in a clone of this version, and copy its dist here.',
    );
  }
  process.stdout.write('Building the pages …\n');
  fs.rmSync(BUILT_FROM, { force: true });
  npm(['run', '--silent', 'build']);
  fs.writeFileSync(BUILT_FROM, sources);
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
  return paths.filter((path) => fs.lstatSync(path).isFile());
}

/** Runs the npm that started this script, or else `npm`. */
function npm(parameters) {
  const own = process.env.npm_execpath;
  const [command, before] = own ? [process.execPath, [own]] : ['npm', []];
  // Ctrl-C also reaches npm. Wait until npm ends; otherwise it would still run when the shell shows its prompt.
  process.on('SIGINT', () => {});
  const stdio = ['ignore', 'inherit', 'inherit'];
  const { status, signal, error } = spawnSync(command, [...before, ...parameters], { stdio });
  if (error) stop(`npm could not be run: ${error.message}`);
  if (signal === 'SIGINT' || status === 130) process.exit(130);
  if (status !== 0) stop(`"npm ${parameters.join(' ')}" failed; its output is above.`);
}

function stop(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
