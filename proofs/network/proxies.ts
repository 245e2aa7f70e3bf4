import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { require } from '../proof.ts';
import { startNginxStandIn } from './nginx-stand-in.ts';
import type { SiteProxy } from './site-proxy.ts';

/** @param change changes the text of the configuration, for a control */
type StartProxy = (
  copies: readonly string[],
  change?: (text: string) => string,
) => Promise<SiteProxy>;

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');
const STARTED_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

const installed: Readonly<Record<string, StartProxy>> = {
  ...(isInstalled('nginx', '-v') && { nginx: startNginx }),
  ...(isInstalled('caddy', 'version') && { Caddy: startCaddy }),
};
const WITHOUT = 'a stand-in for nginx, as neither nginx nor Caddy is installed';
const proxies: Readonly<Record<string, StartProxy>> =
  Object.keys(installed).length > 0
    ? installed
    : { [WITHOUT]: async (copies) => startNginxStandIn(copies) };

/** The names of the installed proxies, which run with their files in `deploy/`. */
export const installedProxies: readonly string[] = Object.keys(installed);

/** The names of the proxies: nginx and Caddy if they are installed, or else the stand-in. */
export const proxyVariants: readonly string[] = Object.keys(proxies);

/** For a proof of the files in `deploy/`. @throws if the variant is the stand-in, which does not read these files */
export function requireInstalled(variant: string): void {
  require(installedProxies.includes(
    variant,
  ), 'This proof needs nginx or Caddy, because it tests their files in deploy/.');
}

export function startProxy(
  variant: string,
  ...parameters: Parameters<StartProxy>
): Promise<SiteProxy> {
  const start = proxies[variant];
  if (!start) throw new Error(`No proxy is called ${variant}.`);
  return start(...parameters);
}

function isInstalled(command: string, parameter: string): boolean {
  try {
    execFileSync(command, [parameter], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs `deploy/nginx.conf` with other copies, another port and a temporary folder, and without https. */
async function startNginx(
  copies: readonly string[],
  change: (text: string) => string = (text) => text,
): Promise<SiteProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-nginx-'));
  const port = await freePort();
  const shipped = await readFile(join(DEPLOY, 'nginx.conf'), 'utf8');
  const site = shipped
    .replace(/^ *# server 10\..*\n/gm, '')
    .replace(/^( *server )127\.0\.0\.1:3000(.*)$/gm, (_, start: string, end: string) =>
      copies.map((copy) => start + new URL(copy).host + end).join('\n'),
    )
    .replace(/^server \{\n {4}listen 80;[\s\S]*?^\}\n/m, '')
    .replace(/^ *(ssl_.*|listen \[.*)\n/gm, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    [
      process.getuid?.() === 0 ? 'user root;' : '',
      `daemon off; pid ${folder}/pid; error_log ${folder}/main.log;`,
      'events { worker_connections 4096; }',
      `http { ${temporary.join(' ')}`,
      change(site),
      '}',
    ].join('\n'),
  );
  return run(spawn('nginx', ['-c', file], { stdio: 'inherit' }), port, folder, 'SIGQUIT', [
    'impromptu.log',
    'impromptu-error.log',
    'main.log',
  ]);
}

/** Runs `deploy/Caddyfile` with other copies and another port, and without https. */
async function startCaddy(
  copies: readonly string[],
  change: (text: string) => string = (text) => text,
): Promise<SiteProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-caddy-'));
  const port = await freePort();
  const shipped = await readFile(join(DEPLOY, 'Caddyfile'), 'utf8');
  const file = join(folder, 'Caddyfile');
  const site = shipped
    .replace(/^\{\n/m, '{\n\tadmin off\n')
    .replaceAll('{$SITE_HOST}', `http://127.0.0.1:${port}`)
    .replaceAll('{$COPIES:127.0.0.1:3000}', copies.map((copy) => new URL(copy).host).join(' '));
  await writeFile(file, change(site));
  // Caddy stores certificates and a copy of its configuration in HOME.
  const command = [`HOME=${folder}`, 'caddy', 'run', '--adapter', 'caddyfile', '--config', file];
  const child = spawn('env', command, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  return { ...(await run(child, port, folder, 'SIGTERM', [])), log: async () => log };
}

async function run(
  child: ChildProcess,
  port: number,
  folder: string,
  signal: NodeJS.Signals,
  logs: readonly string[],
): Promise<SiteProxy> {
  const ended = once(child, 'exit');
  const giveUp = performance.now() + STARTED_WITHIN_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > giveUp) {
      throw new Error(`The proxy did not start; its files are in ${folder}.`);
    }
    await wait(LOOK_EVERY_MS);
  }
  return {
    port,
    async log() {
      const texts = logs.map((name) => readFile(join(folder, name), 'utf8').catch(() => ''));
      return (await Promise.all(texts)).join('\n');
    },
    async stop() {
      child.kill(signal);
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
