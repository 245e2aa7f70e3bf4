/**
 * `npm run dev`: the pages from their sources, rendered anew at every request and reloaded when a
 * file is saved, in front of the real server, which is restarted when its sources change.
 */
import { spawn } from 'node:child_process';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { importPrerender, renderFromSource } from './page-sources.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = Number(process.env['PORT'] ?? 3000);
const publicUrl = `http://localhost:${port}`;

const backEnd = await startBackEnd();
const server = createHttpServer();
const vite = await startVite(server);
server.on('request', vite.middlewares);
server.listen(port, '127.0.0.1', () => process.stdout.write(`Pages from source on ${publicUrl}\n`));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    backEnd.process.kill();
    server.closeAllConnections();
    server.close();
    await vite.close();
  });
}

async function startBackEnd() {
  const backEndPort = await findFreePort();
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', 'commands/impromptu.mjs', 'serve'],
    {
      cwd: root,
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(backEndPort), PUBLIC_URL: publicUrl },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  return { process: child, url: `http://127.0.0.1:${backEndPort}` };
}

async function findFreePort(): Promise<number> {
  const probe = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function startVite(server: Server): Promise<ViteDevServer> {
  const proxied = [
    '/api',
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/site.webmanifest',
    '/sitemap.xml',
  ];
  return await createServer({
    configFile: `${root}web/vite.config.ts`,
    // Its own, so that a build beside it does not disturb it.
    cacheDir: 'node_modules/.vite/dev',
    server: {
      middlewareMode: true,
      hmr: { server },
      proxy: Object.fromEntries(proxied.map((path) => [path, backEnd.url])),
    },
    plugins: [
      {
        name: 'pages',
        configureServer: (vite) => () => servePages(vite),
        hotUpdate() {
          if (this.environment.name === 'ssr')
            vite.environments.client.hot.send({ type: 'full-reload' });
        },
      },
    ],
  });
}

function servePages(vite: ViteDevServer): void {
  vite.middlewares.use(async (request, response, next) => {
    try {
      const path = new URL(request.url ?? '/', publicUrl).pathname;
      const { status, html } = await renderPage(vite, path);
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    } catch (error) {
      next(error);
    }
  });
}

async function renderPage(vite: ViteDevServer, path: string) {
  const { pages } = await importPrerender(vite);
  const found = Object.values(pages).find((page) => page.path === path);
  const template = await renderFromSource(vite, found ?? pages['not-found']);
  const html = template
    .replaceAll('{{year}}', String(new Date().getUTCFullYear()))
    .replaceAll('{{publicUrl}}', publicUrl);
  return { status: found ? 200 : 404, html: await vite.transformIndexHtml(path, html) };
}
