import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, matchesGlob, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { calls } from '../contract/calls.ts';
import { GENERAL_INVITE_PICTURE, invitePicturePath } from '../contract/link-previews.ts';
import { inviteLink, pathTo } from '../contract/screens.ts';
import { TWILIO_SETTINGS } from '../testing/fakes/fake-twilio.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const KEY = 'a-key-of-the-back-end-for-the-tests';
const PHONE = '+15550001111';

/** The image's user `node`. Only root can run programs as another user: here as `nobody`. */
const isRoot = process.getuid?.() === 0;
const [uid, gid] = isRoot ? [65_534, 65_534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
const user = isRoot ? 'a user who cannot change it' : 'its owner, because only root can be another';

/** Copies into a folder what the last stage of deploy/Dockerfile copies, and makes its folders. */
async function layOutImage(root: string) {
  const folder = join(root, 'impromptu');
  const inRoot = (words: string) =>
    words.replaceAll(/(?<![\w.])\/(impromptu|data)\b/g, `${root}$&`);
  const [lines = ''] = /(?<=^FROM \$\{NODE_IMAGE\}\n).+/ms.exec(read('deploy/Dockerfile')) ?? [];
  const lineOf = (instruction: string) =>
    inRoot(new RegExp(`^${instruction} ((?:.*\\\\\n)*.+)$`, 'm').exec(lines)?.[1] ?? '');
  const wordsOf = (words: string): string[] => JSON.parse(/\[.*\]$/.exec(words)?.[0] ?? '[]');
  await mkdir(folder);
  for (const copy of lines.matchAll(/^COPY .+$/gm)) await copyTo(folder, copy[0]);
  // The base image has Node.
  const bin = join(root, 'bin');
  await mkdir(bin);
  await cp(process.execPath, join(bin, 'node'));
  await run('sh', ['-euc', lineOf('RUN').replace('node:node', `${uid}:${gid}`)], { cwd: folder });
  const env: Record<string, string> = { PATH: `${bin}:/usr/bin:/bin` };
  for (const [, name = '', value = ''] of lineOf('ENV').matchAll(/(\w+)=(\S+)/g)) env[name] = value;
  return {
    env,
    entrypoint: wordsOf(lineOf('ENTRYPOINT')),
    command: wordsOf(lineOf('CMD')),
    health: wordsOf(lineOf('HEALTHCHECK')),
    /** Options of a child process. */
    as: { cwd: folder, ...(isRoot && { uid, gid }) },
  };
}

async function copyTo(folder: string, line: string): Promise<void> {
  const words = line.split(' ').slice(1, -1);
  const paths = words.filter((word) => !word.startsWith('--'));
  const [, mode = 'go='] = /--chmod=(\d+)/.exec(line) ?? [];
  const isBuilt = line.includes('--from');
  const filter = isBuilt ? isInstalled : isSent;
  for (const path of paths) {
    const source = join(ROOT, isBuilt ? basename(path) : path);
    const target = join(folder, basename(path));
    await cp(source, target, { recursive: true, filter: (one) => filter(relative(ROOT, one)) });
    // The modes of a clone that was made with "umask 077".
    if (!isBuilt) await run('chmod', ['-R', mode, target]);
  }
}

const packages: Record<string, { dev?: boolean }> = JSON.parse(read('package-lock.json')).packages;
/** Whether a path is of the build, or of a package for production other than Node, which the base image has. */
function isInstalled(path: string): boolean {
  return !packages[path]?.dev && !/^node_modules\/(\.|node-(bin-)?(linux|darwin|win)-)/.test(path);
}

/** Whether `deploy/Dockerfile.dockerignore` lets a file through: the last line that matches it or its folder decides. */
function isSent(path: string): boolean {
  const parts = path.split('/');
  const folders = parts.map((_, last) => parts.slice(0, last + 1).join('/'));
  const rules = read('deploy/Dockerfile.dockerignore').match(/^[^#\s].*$/gm) ?? [];
  const rule = rules.findLast((line) =>
    folders.some((folder) => matchesGlob(folder, line.replace('!', ''))),
  );
  return rule?.startsWith('!') ?? true;
}

describe(`the image, laid out in a folder and run by ${user},`, () => {
  let root = '';
  let image: Awaited<ReturnType<typeof layOutImage>>;
  let env: Record<string, string>;
  let program = '';
  let server: ServerProcess;
  let data = '';
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'impromptu-image-'));
    await chmod(root, 0o755);
    image = await layOutImage(root);
    [program = ''] = image.entrypoint;
    data = join(root, 'data');
    // compose.yaml passes the settings that are not set as empty texts.
    const empty = { IDENTITY: '', METRICS_TOKEN: '', SMTP_URL: '', MAIL_PER_DAY: '' };
    const given = { PUBLIC_URL: 'https://impromptu.example', APP_API_KEYS: KEY };
    env = { ...empty, ...given, ...TWILIO_SETTINGS, ...image.env, HOST: '127.0.0.1', PORT: '0' };
    server = await startServer({ program, env, as: image.as });
  });
  after(async () => {
    await server.stop();
    await rm(root, { recursive: true });
  });

  const site = (...words: string[]) => run(program, words, { env, ...image.as });
  const ask = (path: string, method = 'GET', body?: object) =>
    fetch(`${server.url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
    });

  test('is ready, and everything that needs a package works', async () => {
    assert.deepEqual(image.command, ['serve']);
    const joined = await ask(calls.joinWaitlist.path, 'POST', { email: 'ana@example.com' });
    assert.equal(joined.status, 200);
    const stored = await ask(pathTo(calls.putInviter, 'ana'), 'PUT', { username: 'ana_92' });
    assert.equal(stored.status, 200);
    for (const path of ['/readyz', '/', inviteLink('ana'), '/api/openapi.json']) {
      assert.equal((await ask(path)).status, 200, path);
    }
    assert.equal((await ask(calls.getChallenge.path)).status, 200);
    const picture = await (await ask(invitePicturePath('ana'))).bytes();
    const general = await (await ask(GENERAL_INVITE_PICTURE)).bytes();
    assert.ok(Buffer.compare(picture, general) !== 0, 'the picture is drawn');
  });

  test('is healthy while the site runs', async () => {
    const [command = '', ...words] = image.health;
    const check = (PORT: string) => run(command, words, { env: { ...env, PORT }, ...image.as });
    await check(new URL(server.url).port);
    await assert.rejects(check('1'), { code: 1 });
  });

  test('belongs to another user than the data', async () => {
    const writes = (path: string) =>
      run('sh', ['-c', `test -w "${path}"`], image.as).then(
        () => true,
        () => false,
      );
    for (const path of ['site', 'server/app.ts', 'dist', 'node_modules']) {
      assert.equal(await writes(join(image.as.cwd, path)), !isRoot, path);
    }
    assert.equal(await writes(data), true);
    assert.equal(await writes(join(image.as.cwd, 'node_modules/.cache')), true);
  });

  test('has every command', async () => {
    const users = join(root, 'users.csv');
    await writeFile(users, 'id,username\nben,ben_1\n');
    const news = join(root, 'news.txt');
    await writeFile(news, 'News\n\nCome in.');
    const backup = join(data, 'backup.db');
    const whileItRuns = [
      `admin add ${PHONE} --waitlist`,
      'app ios paused',
      'audit',
      'waitlist',
      'export waitlist',
      `import users ${users}`,
      'erase waitlist ana@example.com',
      'launch',
      'mail list',
      `mail preview ${join(data, 'letters')}`,
      `mailing preview ${news} ${join(data, 'letters')}`,
      'recount',
      'rotate-keys',
      'seed',
      `backup ${backup}`,
    ];
    const stopped = [
      `restore ${backup} --replace`,
      `copy --from ${env['DATABASE_URL']} --to file:${join(data, 'copy.db')}`,
    ];
    for (const command of whileItRuns) await site(...command.split(' '));
    await server.stop();
    for (const command of stopped) await site(...command.split(' '));
    const { stdout: help } = await site('--help');
    const known = [...help.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name);
    const tried = new Set([...whileItRuns, ...stopped].map((command) => command.split(' ')[0]));
    assert.deepEqual(
      known.filter((name) => !tried.has(name)),
      ['serve', 'notices'],
    );
    await assert.rejects(site('notices', 'test'), {
      code: 1,
      stderr: /^The site sends no notices, because neither NOTIFY_URL nor DIGEST_TO is set/,
    });
  });

  test('refuses in one sentence to serve without the build', async () => {
    await rm(join(image.as.cwd, 'dist'), { recursive: true });
    await assert.rejects(site('serve'), {
      code: 1,
      stderr: 'The build is missing. Run npm start, which makes it, or npm run build.\n',
    });
  });
});
