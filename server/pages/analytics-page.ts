import { ANALYTICS_PATH } from '../../contract/screens.ts';
import type { App, AppParts } from '../app-parts.ts';
import { sendResource } from '../http/resource.ts';
import type { Site } from './site.ts';

/** Serves the dashboard's page. Its HTML has no data and is the same for everyone; its script checks the session. */
export function registerAnalyticsPage(app: App, { identity }: AppParts, site: () => Site): void {
  app.get(ANALYTICS_PATH, (request, reply) =>
    sendResource(site().analytics[identity.provider], request, reply),
  );
}
