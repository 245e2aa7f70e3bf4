import type { ViteDevServer } from 'vite';
import { fillParts, type PageCase } from '../contract/page-parts.ts';
import { DESIGN, type Page, type Prerender } from '../web/page.ts';

/** Loads the current `web/prerender.tsx`. */
export async function importPrerender(vite: ViteDevServer): Promise<Prerender> {
  return (await vite.ssrLoadModule('/web/prerender.tsx')) as Prerender;
}

/** @returns sentences about texts that are hard to read in the current colours */
export async function findColourFaults(vite: ViteDevServer): Promise<string[]> {
  return (await vite.ssrLoadModule('/web/design/colour-faults.ts'))['colourFaults']();
}

/** @returns the page's HTML from its sources, with the parts of these cases */
export async function renderFromSource(
  vite: ViteDevServer,
  page: Page,
  cases: readonly PageCase[] = [],
): Promise<string> {
  const styles: Record<string, string> = {};
  const { design, inStore } = page;
  const more = [...(page.styles ?? []), ...(inStore ? [inStore.style] : [])];
  for (const source of [design?.style ?? DESIGN, ...more]) {
    styles[source] = (await vite.ssrLoadModule(`/${source}?inline`))['default'];
  }
  const scripts = Object.fromEntries(
    page.scripts?.map(({ source }) => [source, `/${source}`]) ?? [],
  );
  const { renderPage } = await importPrerender(vite);
  return fillParts(renderPage(page, { styles, fonts: [], scripts }), cases);
}
