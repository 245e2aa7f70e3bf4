import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens, WAITLIST_PATH } from '../contract/screens.ts';

test('npm run dev renders every page from its sources, and the real server answers the other requests', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-dev-'));
  const database = `file:${join(folder, 'dev.db')}`;
  const env = { ...process.env, PORT: '0', DATABASE_URL: database, LETTERS: 'files' };
  const program = spawn(process.execPath, ['tools/dev.ts'], { env: { ...env, NODE_ENV: '' } });
  t.after(async () => {
    program.kill();
    await once(program, 'exit');
    await rm(folder, { recursive: true });
  });
  let origin: string | undefined;
  for await (const line of createInterface(program.stdout)) {
    origin = /is at (http\S+)/.exec(line)?.[1];
    if (origin) break;
  }
  program.stdout.resume();
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
