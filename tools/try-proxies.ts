/**
 * Tries `deploy/nginx.conf` and `deploy/Caddyfile` with the real proxies, in front of two instances of the site
 * that have different versions. A check that fails ends the program. The file is long because it has a check for each
 * promise.
 *
 *   node tools/try-proxies.ts        Debian has the proxies: apt-get install nginx caddy
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '../contract/calls.ts';
import { JSON_TYPE } from '../server/http/answer-errors.ts';
import { errors } from '../server/http/errors.ts';
import { TWILIO_SETTINGS } from '../testing/fakes/fake-twilio.ts';
import { startServer } from '../testing/server-process.ts';

const ROOT = join(import.meta.dirname, '..');
const PROGRAM = 'site brand.ts package.json commands contract server storage dist'.split(' ');
const unavailable = JSON.stringify({ error: errors.unavailable().message });
const PORT = 20_000 + (process.pid % 10_000);
const OTHER_VERSION = 'OtherOne';
/** All of 127.0.0.0/8 is this machine, so each client can have a different address. */
const CLIENTS = '127.0.2.';
const SECRETS = [CLIENTS, 'canary-query', 'canary-user'];

/** Each starts a proxy with its file in `deploy/`, without https. Its logs are in the folder. */
const proxies: Record<string, (folder: string, instances: readonly string[]) => ChildProcess> = {
  nginx(folder, instances) {
    const site = shipped('nginx.conf')
      .replace(/^( *server )127\.0\.0\.1:3000(.*)$/gm, (_, start: string, end: string) =>
        instances.map((instance) => start + instance + end).join('\n'),
      )
      .replace(/^server \{\n {4}listen 80;[\s\S]*?^\}\n/m, '')
      .replace(/^ *(ssl_.*|listen \[.*)\n/gm, '')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${PORT};`)
      .replaceAll('/var/log/nginx/', `${folder}/`)
      .replace('root /etc/nginx;', `root ${join(ROOT, 'deploy')};`);
    const paths = 'client_body proxy fastcgi uwsgi scgi'.split(' ');
    const main = `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid;
      error_log ${folder}/main.log; events { worker_connections 4096; }
      http { ${paths.map((path) => `${path}_temp_path ${folder}/${path};`).join(' ')}\n${site}}`;
    fs.writeFileSync(join(folder, 'nginx.conf'), main);
    return spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  },
  caddy(folder, instances) {
    const site = shipped('Caddyfile')
      .replace(/^\{\n/m, '{\n\tadmin off\n')
      .replaceAll('{$SITE_HOST}', `http://127.0.0.1:${PORT}`)
      .replaceAll('{$INSTANCES:127.0.0.1:3000}', instances.join(' '))
      .replace('root * /etc/caddy', `root * ${join(ROOT, 'deploy')}`);
    fs.writeFileSync(join(folder, 'Caddyfile'), site);
    const command = 'exec caddy run --adapter caddyfile --config Caddyfile 2> caddy.log';
    // Caddy stores certificates and a copy of its configuration in HOME.
    return spawn('sh', ['-c', command], { cwd: folder, env: { ...process.env, HOME: folder } });
  },
};

const checks: Record<string, (stopOneInstance: () => Promise<unknown>) => Promise<string>> = {
  async 'slow clients are cut'() {
    const begun = performance.now();
    // nginx has no limit for a whole body: a client may drip it, but no instance waits for it. So bodies stall here.
    const body = post('/api/waitlist', 'content-length: 9999');
    const slow = Array.from({ length: 100 }, (_, n) =>
      n % 2 ? send(body) : send('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ', { drips: true }),
    );
    const others = await visitUntil(Promise.all(slow));
    const seconds = (performance.now() - begun) / 1_000;
    assert.ok(seconds < 15, `cut after ${seconds} s`);
    return `100 slow headers and bodies cut after ${seconds.toFixed(1)} s, ${others}`;
  },

  async 'bodies that are too large, and clients that disconnect, harm nobody'() {
    const [body, withLength] = [' '.repeat(0xd_0000), `content-length: ${0xd_0000}`];
    const statuses: string[] = [];
    async function sendFaults(n = 50): Promise<void> {
      const answers = await Promise.all([
        send(post('/api/waitlist', withLength) + body),
        send(`${post('/api/waitlist', 'transfer-encoding: chunked')}d0000\r\n${body}\r\n0\r\n\r\n`),
        send(post('/api/app-invites', withLength) + body),
        send(post('/api/app-invites', withLength) + body.slice(1), { endsAfterMs: 10 }),
        send('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n', { endsAfterMs: 1 }),
      ]);
      statuses.push(...answers.slice(0, 3).map((answer) => answer.slice(9, 12) || 'none'));
      if (n > 1) await sendFaults(n - 1);
    }
    const others = await visitUntil(sendFaults());
    // An instance may close the connection before a body is sent: only that client then gets 502, or no answer.
    const refused = statuses.filter((status) => /413|401/.test(status)).length;
    assert.ok(refused > 75 && !statuses.includes('200'), statuses.join());
    return `${refused} of ${statuses.length} large bodies got 413 or 401, ${others}`;
  },

  async '185 visitors at once get pages of two versions, and their scripts'() {
    const pages: string[] = [];
    async function visit(n: number): Promise<void> {
      const agent = new Agent({ keepAlive: true, localAddress: CLIENTS + (n + 1) });
      for (const path of ['/?search=canary-query', '/analytics', '/invite?ref=canary-user']) {
        const [script] = /\/assets\/[\w.-]+\.js/.exec(await load(path, agent)) ?? [];
        assert.ok(script, path);
        pages.push(script);
        await load(script, agent);
      }
      await load('/invite/canary-user', agent);
      agent.destroy();
    }
    await Promise.all(Array.from({ length: 185 }, (_, n) => visit(n)));
    const others = pages.filter((script) => script.includes(OTHER_VERSION)).length;
    assert.ok(others > 0 && others < pages.length);
    return `${pages.length} pages, ${others} of the other version, each with its script`;
  },

  async 'an instance that stops fails no request'(stopOneInstance) {
    return await visitUntil(Promise.all([stopOneInstance(), wait(3_000)]));
  },
};

/** The answers of a proxy while no instance runs. */
async function seeUnavailable(): Promise<string> {
  const page = shipped('unavailable.html');
  for (const [method, path, type, body] of [
    ['GET', '/invite?ref=canary-user', 'text/html; charset=utf-8', page],
    ['HEAD', '/', 'text/html; charset=utf-8', ''],
    ['POST', '/waitlist', 'text/html; charset=utf-8', page],
    ['POST', calls.joinWaitlist.path, JSON_TYPE, unavailable],
    ['POST', '/api/waitlist/leave/canary-user', JSON_TYPE, unavailable],
    ['GET', calls.getSession.path, JSON_TYPE, unavailable],
    ['POST', calls.reportAppInvites.path, JSON_TYPE, unavailable],
    ['GET', calls.getAnalyticsVersion.path, JSON_TYPE, unavailable],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, { method });
    const { headers, status } = answer;
    const what = `${method} ${path}`;
    assert.deepEqual(
      [status, headers.get('content-type'), await answer.text()],
      [503, type, body],
      what,
    );
    assert.deepEqual(
      [headers.get('retry-after'), headers.get('cache-control')],
      ['5', 'no-store'],
      what,
    );
  }
  return 'pages and calls got 503 with Retry-After';
}

function shipped(file: string): string {
  return fs.readFileSync(join(ROOT, 'deploy', file), 'utf8');
}

function post(path: string, header: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${header}\r\n\r\n`;
}

/** @param how with `drips` a byte follows each second. @returns the answer, when the connection is closed */
async function send(bytes: string, how: { drips?: true; endsAfterMs?: number } = {}) {
  const socket = connect({ port: PORT, host: '127.0.0.1', localAddress: `${CLIENTS}250` });
  socket.on('error', () => {}).write(bytes);
  const drip = how.drips && setInterval(() => socket.write('x'), 1_000);
  if (how.endsAfterMs) setTimeout(() => socket.destroy(), how.endsAfterMs);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
    socket.end();
  });
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
  return answer;
}

/** Loads pages until the work ends. @throws when a page is not answered with 200 */
async function visitUntil(work: Promise<unknown>): Promise<string> {
  const agent = new Agent({ keepAlive: true, localAddress: `${CLIENTS}240` });
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  let count = 0;
  for (; !isOver; count++, await wait(10)) await load('/', agent);
  await ended;
  agent.destroy();
  return `${count} pages of another visitor all answered 200`;
}

async function load(path: string, agent: Agent): Promise<string> {
  const [answer] = await once(get({ host: '127.0.0.1', port: PORT, path, agent }), 'response');
  assert.equal(answer.statusCode, 200, path);
  return await text(answer);
}

/** Copies the program, with other names of scripts, as another version has. @returns the copy's program */
function makeOtherVersion(folder: string): string {
  for (const name of PROGRAM) fs.cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  fs.symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const rename = (words: string) =>
    words.replace(/([a-z]+-)[\w-]{8}\.js\b/g, `$1${OTHER_VERSION}.js`);
  for (const path of fs.globSync(join(folder, 'dist', '{assets/*.js,pages/*.html}'))) {
    if (path.endsWith('.html')) fs.writeFileSync(path, rename(fs.readFileSync(path, 'utf8')));
    else fs.renameSync(path, rename(path));
  }
  return join(folder, 'site');
}

const folder = fs.mkdtempSync(join(tmpdir(), 'impromptu-proxies-'));
const program = makeOtherVersion(fs.mkdtempSync(join(folder, 'version-')));
const env = { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://x.example', ...TWILIO_SETTINGS };
for (const [name, start] of Object.entries(proxies)) {
  const logs = fs.mkdtempSync(join(folder, 'logs-'));
  await using own = await startServer({ env });
  await using other = await startServer({ env, program });
  const instances = [own, other].map(({ url }) => new URL(url).host);
  const proxy = start(logs, instances);
  try {
    while (!(await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => undefined))?.ok) {
      assert.equal(proxy.exitCode, null, `${name} has ended; its files are in ${logs}`);
      await wait(50);
    }
    for (const [promise, check] of Object.entries(checks)) {
      process.stdout.write(`${name}: ${promise}: ${await check(() => own.stop())}\n`);
    }
    await other.stop();
    process.stdout.write(`${name}: while no instance runs: ${await seeUnavailable()}\n`);
  } finally {
    proxy.kill();
  }
  const read = (log: string) => fs.readFileSync(log, 'utf8').split('\n');
  const lines = fs.globSync(join(logs, '*.log')).flatMap(read);
  for (const line of lines) assert.ok(!SECRETS.some((secret) => line.includes(secret)), line);
  assert.ok(lines.length > 100);
  process.stdout.write(`${name}: no address, query or id in ${lines.length} lines of the log\n`);
}
fs.rmSync(folder, { recursive: true });
