/** Renders pages from their sources, with a running Vite. */
import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import { DESIGN, type Page, type Prerender } from '../web/page.ts';

/** Loads the current `web/prerender.tsx`. */
export async function importPrerender(vite: ViteDevServer): Promise<Prerender> {
  return await runnerOf(vite).import('/web/prerender.tsx');
}

/** @returns the page's HTML, with its slots unfilled */
export async function renderFromSource(vite: ViteDevServer, page: Page): Promise<string> {
  const prerender = await importPrerender(vite);
  const styles: Record<string, string> = {};
  for (const source of [page.design?.style ?? DESIGN, ...(page.styles ?? [])]) {
    const sheet: { default: string } = await runnerOf(vite).import(`/${source}?inline`);
    styles[source] = sheet.default;
  }
  return prerender.renderPage(page, {
    styles,
    fonts: [],
    scripts: Object.fromEntries(page.scripts?.map(({ source }) => [source, `/${source}`]) ?? []),
  });
}

function runnerOf(vite: ViteDevServer) {
  const { ssr } = vite.environments;
  if (!isRunnableDevEnvironment(ssr)) {
    throw new Error('Cannot render: the ssr environment has no runner.');
  }
  return ssr.runner;
}
