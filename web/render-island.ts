import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * Renders a part of a page that the browser hydrates separately. React appends a script that replays
 * forms submitted before hydration. The script is returned separately, because hydration expects only
 * the part's elements.
 */
export function renderIsland(part: ReactNode): { html: string; scripts: string[] } {
  const scripts: string[] = [];
  const html = renderToString(part).replace(/<script[^>]*>(.*?)<\/script>/gs, (_, script) => {
    scripts.push(script);
    return '';
  });
  return { html, scripts };
}
