import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { ANALYTICS_PATH, INVITE_PATH, inviteModeOf, WAITLIST_PATH } from '../contract/screens.ts';
import type { BackEnd } from './dev-back-end.ts';
import { importPrerender, renderFromSource } from './page-sources.ts';
import { PROXIED } from './proxied-paths.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The names, by path, of pages without a `path` in `web/prerender.tsx`: search engines must not list these pages. */
const UNLISTED: Readonly<Record<string, string>> = { [ANALYTICS_PATH]: 'analytics' };
const UNLISTED_WITH_LETTERS: typeof UNLISTED = { ...UNLISTED, [WAITLIST_PATH]: 'waitlist' };

export interface DevSite {
  readonly publicUrl: string;
  readonly backEnd: BackEnd;
  readonly sendsLetters: boolean;
}

/** Starts Vite with our pages, which are rendered from source and reloaded when a source changes. */
export function startPages(server: Server, site: DevSite): Promise<ViteDevServer> {
  const { backEnd, sendsLetters } = site;
  const isPage = ({ method, url = '' }: IncomingMessage) =>
    sendsLetters && method === 'GET' && url.split('?')[0] === WAITLIST_PATH;
  return createServer({
    configFile: `${root}web/vite.config.ts`,
    // A separate cache, which a build at the same time does not change.
    cacheDir: 'node_modules/.vite/dev',
    clearScreen: false,
    server: {
      middlewareMode: true,
      hmr: { server },
      watch: { ignored: ['data', 'dist', 'test-results'].map((folder) => `${root}${folder}/**`) },
      proxy: Object.fromEntries(
        PROXIED.map((path) => [
          path,
          { target: backEnd.url, bypass: (request) => (isPage(request) ? request.url : undefined) },
        ]),
      ),
    },
    environments: { client: { define: { SITE_SENDS_LETTERS: String(sendsLetters) } } },
    plugins: [waitForBackEnd(backEnd), servePages(site)],
  });
}

/** Runs before the proxy, which would log an error for every request during a restart. */
function waitForBackEnd(backEnd: BackEnd): Plugin {
  return {
    name: 'wait-for-back-end',
    configureServer({ middlewares }) {
      for (const path of PROXIED) {
        middlewares.use(path, async (_request, response: ServerResponse, next) => {
          if (await backEnd.isReachable()) return next();
          response.writeHead(503, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ error: 'The server does not run; see the terminal.' }));
        });
      }
    },
  };
}

function servePages(site: DevSite): Plugin {
  return {
    name: 'pages',
    configureServer: (vite) => () => {
      vite.middlewares.use(async (request: IncomingMessage, response: ServerResponse) => {
        const address = new URL(request.url ?? '/', site.publicUrl);
        const { status, html } = await renderPage(vite, address, site).catch((error: Error) =>
          renderError(vite, error),
        );
        response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      });
    },
    // A change of a file that no page uses does not reload the page.
    hotUpdate({ server, modules }) {
      if (this.environment.name !== 'ssr' || modules.length === 0) return;
      server.environments.client.hot.send({ type: 'full-reload' });
    },
  };
}

async function renderPage(
  vite: ViteDevServer,
  { pathname, searchParams, origin }: URL,
  { sendsLetters }: DevSite,
) {
  const { pages } = await importPrerender(vite);
  const isInvite = pathname === INVITE_PATH || pathname.startsWith(`${INVITE_PATH}/`);
  const unlisted = sendsLetters ? UNLISTED_WITH_LETTERS : UNLISTED;
  const name = isInvite
    ? inviteModeOf(searchParams)
    : (unlisted[pathname] ?? Object.keys(pages).find((key) => pages[key]?.path === pathname) ?? '');
  const found = (sendsLetters && pages[`${name}-with-letters`]) || pages[name];
  const template = await renderFromSource(vite, found ?? pages['not-found']);
  const html = template
    .replaceAll('{{year}}', String(new Date().getUTCFullYear()))
    .replaceAll('{{publicUrl}}', origin);
  return { status: found ? 200 : 404, html: await vite.transformIndexHtml(pathname, html) };
}

/** A page with the error, which is reloaded when the source is corrected. */
function renderError(vite: ViteDevServer, error: Error) {
  const text = stripVTControlCharacters(error.stack ?? error.message);
  vite.config.logger.error(text);
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const html = `<!doctype html><title>Error</title><script type="module" src="/@vite/client"></script><pre>${escaped}</pre>`;
  return { status: 500, html };
}
