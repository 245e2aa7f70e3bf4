import { ANALYTICS_PATH, listedScreens } from '../../contract/screens.ts';
import type { App } from '../app-parts.ts';
import { ONE_DAY } from './build.ts';
import type { Site } from './site.ts';

/**
 * Redirects a page's path with an additional slash at its end to the path without this slash. The target contains no
 * part of the request, not even its query, so no link can make this site redirect to another site.
 */
export function redirectTrailingSlashes(app: App, site: () => Site): void {
  const pages = [...site().pages.keys()].filter((path) => path !== listedScreens.home);
  for (const path of [...pages, ANALYTICS_PATH]) {
    app.get(`${path}/`, (_request, reply) =>
      reply.header('cache-control', ONE_DAY).redirect(path, 308),
    );
  }
}
