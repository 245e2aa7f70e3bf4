import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * Renders a part that the browser will hydrate on its own. React appends a script that keeps what is
 * submitted before that; it is taken out, because hydration expects the part's own elements alone.
 */
export function renderIsland(part: ReactNode): { html: string; scripts: string[] } {
  const scripts: string[] = [];
  const html = renderToString(part).replace(/<script[^>]*>(.*?)<\/script>/gs, (_, script) => {
    scripts.push(script);
    return '';
  });
  return { html, scripts };
}
