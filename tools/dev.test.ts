import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens, WAITLIST_PATH } from '../contract/screens.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..');
/** What is no source, or is linked. */
const NOT_COPIED = /^(node_modules|\.git|data|test-results)(\/|$)/;
/** In brand.ts. */
const PRODUCT = /(?<=product: ).*(?=,)/;

/** Starts `npm run dev` in a folder. @returns its origin, and the next line that it prints which has these words */
async function startDev(t: TestContext, folder: string) {
  const data = temporaryFolder();
  const database = `file:${join(data, 'dev.db')}`;
  const env = { ...process.env, PORT: '0', DATABASE_URL: database, LETTERS: 'files', NODE_ENV: '' };
  const program = spawn(process.execPath, ['tools/dev.ts'], { cwd: folder, env });
  t.after(async () => {
    program.kill();
    await once(program, 'exit');
  });
  const lines = createInterface(program.stdout);
  const line = async (words: RegExp) => {
    for await (const [one] of on(lines, 'line', { close: ['close'] })) {
      if (words.test(one)) return one as string;
    }
    throw new Error(`npm run dev ended without the line ${words}`);
  };
  const origin = /http\S+/.exec(await line(/is at http/))?.[0] ?? '';
  return { origin, line };
}

test('npm run dev renders every page from its sources, and the real server answers the other requests', async (t) => {
  const { origin } = await startDev(t, ROOT);
  const paths = Object.values(listedScreens);
  for (const path of [...paths, INVITE_PATH, ANALYTICS_PATH, WAITLIST_PATH, '/nothing']) {
    const response = await fetch(`${origin}${path}`);
    assert.equal(response.status, path === '/nothing' ? 404 : 200, path);
    const html = await response.text();
    assert.match(html, /\/@vite\/client/, `${path} is rendered from its sources`);
    assert.equal(html.includes('404 Page Not Found'), path === '/nothing', path);
  }
  assert.equal((await fetch(`${origin}/healthz`)).status, 200);
  assert.equal((await fetch(`${origin}/api/nothing`)).status, 404);
});

test('npm run dev shows a changed brand, and what is wrong with it in place of the page', async (t) => {
  const folder = temporaryFolder();
  const filter = (path: string) => !NOT_COPIED.test(relative(ROOT, path));
  await cp(ROOT, folder, { recursive: true, filter });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { origin, line } = await startDev(t, folder);
  const save = async (from: RegExp, to: string) => {
    const restarted = line(/server restarted/);
    const text = await readFile(join(ROOT, 'brand.ts'), 'utf8');
    await writeFile(join(folder, 'brand.ts'), text.replace(from, to));
    await restarted;
    return (await fetch(origin)).text();
  };
  assert.match(await save(PRODUCT, 'none.name'), /<plaintext>ReferenceError: none is not defined/);
  assert.match(await save(PRODUCT, "'Zyxline'"), /<title>Zyxline: /);
});
