/**
 * `npm run dev`: renders the pages from their sources at every request, and reloads them when a file is saved. The real
 * server, which Node restarts when its sources change, answers all other requests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { createServer as createVite } from 'vite';
import { brand } from '../brand.ts';
import { readEnvironmentFile } from '../commands/environment-file.ts';
import { defaultAvailability } from '../contract/availability.ts';
import { caseOf, type PageName } from '../contract/page-parts.ts';
import {
  ANALYTICS_PATH,
  INVITE_PATH,
  inviteModeOf,
  listedScreens,
  WAITLIST_PATH,
} from '../contract/screens.ts';
import { readableStream } from '../server/log.ts';
import { stopSignal } from '../server/operations/stop-signal.ts';
import { readSettings } from '../server/settings/read-settings.ts';
import { findColourFaults, importPrerender, renderFromSource } from './page-sources.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const HOST = '127.0.0.1';
/** At most. The watcher may be ready before it can be awaited. */
const WATCHER_MS = 5_000;
readEnvironmentFile('.');
// A separate database, because `npm start` may run at the same time and locks its database.
const DATABASE_URL = process.env['DATABASE_URL'] || 'file:data/dev.db';
const environment = { ...process.env, HOST, DATABASE_URL, PUBLIC_URL: 'http://localhost' };
const stop = stopSignal();
const { port, mail } = readSettings(environment);

// Listens first: if the port is not free, the program ends before it starts anything else.
const site = createServer();
await once(site.listen(port, HOST), 'listening');
const origin = `http://localhost:${(site.address() as AddressInfo).port}`;

const words = ['--watch', '--watch-preserve-output', 'commands/program.ts', 'serve'];
const server = spawn(process.execPath, words, {
  env: { ...environment, PUBLIC_URL: origin, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
// If this program ends first, the server would continue to run and to lock the database.
process.once('exit', () => server.kill());
let serverAddress = Promise.withResolvers<string>();
createInterface(server.stdout).on('line', (line) => {
  const [, address] = /listening on (http:[^",]+)/.exec(line) ?? [];
  // The server's own address is not printed, because its pages are not rendered from the sources.
  if (address) serverAddress.resolve(address);
  else if (line.startsWith('{')) readableStream(process.stdout).write(line);
  else process.stdout.write(`${line}\n`);
  if (line.startsWith('Restarting')) {
    const next = Promise.withResolvers<string>();
    // Requests wait until the server listens again, also those from before another restart.
    next.promise.then(serverAddress.resolve);
    serverAddress = next;
  }
});

const vite = await createVite({
  configFile: 'web/vite.config.ts',
  // A separate cache, which a build at the same time does not change.
  cacheDir: 'node_modules/.vite/dev',
  clearScreen: false,
  server: {
    middlewareMode: true,
    hmr: { server: site },
  },
  plugins: [
    {
      name: 'reload-pages',
      // A change that comes while the watcher still looks for the files would be missed.
      configureServer: async ({ watcher }) => {
        await once(watcher, 'ready', { signal: AbortSignal.timeout(WATCHER_MS) }).catch(() => {});
      },
      // A change of a file that no page uses does not reload the page.
      hotUpdate({ server: { environments }, modules }) {
        if (this.environment.name !== 'ssr' || modules.length === 0) return;
        environments.client.hot.send({ type: 'full-reload' });
      },
    },
  ],
});
site.on('request', (incoming, response) =>
  vite.middlewares(incoming, response, () => answer(incoming, response)),
);
process.stdout.write(`The site from its sources is at ${origin}\n`);

await stop;
site.close();
site.closeAllConnections();
server.kill();
await Promise.all([once(server, 'exit'), vite.close()]);

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const name = incoming.method === 'GET' && pageAt(new URL(incoming.url ?? '', origin));
    if (name) await sendPage(response, 200, name);
    else await passOn(incoming, response);
  } catch (error) {
    sendError(response, stripVTControlCharacters(String((error as Error).stack)));
  }
}

function sendError(response: ServerResponse, text: string): void {
  vite.config.logger.error(text);
  // The script reloads the page when the source is corrected. After `<plaintext>` there is no markup.
  const html = `<script type="module" src="/@vite/client"></script><plaintext>${text}`;
  response.writeHead(500, HTML).end(html);
}

/** @returns the name of the page in `web/prerender.tsx` */
function pageAt({ pathname, searchParams }: URL): PageName | undefined {
  if (pathname === INVITE_PATH) return inviteModeOf(searchParams);
  if (pathname === ANALYTICS_PATH) return 'analytics';
  if (pathname === WAITLIST_PATH) return mail ? 'waitlist' : undefined;
  return (Object.keys(listedScreens) as (keyof typeof listedScreens)[]).find(
    (name) => listedScreens[name] === pathname,
  );
}

async function sendPage(response: ServerResponse, status: number, name: PageName): Promise<void> {
  const faults = await findColourFaults(vite);
  if (faults.length > 0) return sendError(response, faults.join('\n'));
  const { pages } = await importPrerender(vite);
  const cases = [caseOf(defaultAvailability), mail ? 'letters' : 'no-letters'] as const;
  const template = await renderFromSource(vite, pages[name], cases);
  const html = template
    .replaceAll('{{year}}', String(new Date().getUTCFullYear()))
    .replaceAll('{{publicUrl}}', origin)
    .replaceAll('{{iosLink}}', brand.betaLink);
  response.writeHead(status, HTML).end(await vite.transformIndexHtml('/', html));
}

/** Replaces the server's page of unknown paths by the one from the sources. */
async function passOn(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, headers, url } = incoming;
  const passed = request(`${await serverAddress.promise}${url}`, { method, headers });
  response.once('close', () => passed.destroy());
  incoming.pipe(passed);
  const [found]: IncomingMessage[] = await once(passed, 'response');
  const isPage = found?.headers['content-type']?.startsWith('text/html');
  if (isPage && found?.statusCode === 404) return sendPage(response, 404, 'not-found');
  found?.pipe(response.writeHead(found.statusCode ?? 500, found.headers));
}
