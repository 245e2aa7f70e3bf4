import type { ViteDevServer } from 'vite';
import { DESIGN, type Page, type Prerender } from '../web/page.ts';

/** Loads the current `web/prerender.tsx`. */
export async function importPrerender(vite: ViteDevServer): Promise<Prerender> {
  return (await vite.ssrLoadModule('/web/prerender.tsx')) as Prerender;
}

/** @returns the page's HTML from its sources, with its slots unfilled */
export async function renderFromSource(vite: ViteDevServer, page: Page): Promise<string> {
  const styles: Record<string, string> = {};
  for (const source of [page.design?.style ?? DESIGN, ...(page.styles ?? [])]) {
    styles[source] = (await vite.ssrLoadModule(`/${source}?inline`))['default'];
  }
  const scripts = Object.fromEntries(
    page.scripts?.map(({ source }) => [source, `/${source}`]) ?? [],
  );
  return (await importPrerender(vite)).renderPage(page, { styles, fonts: [], scripts });
}
