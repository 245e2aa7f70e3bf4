import { brand } from '../../brand.ts';
import { INVITE_PATH } from '../../contract/screens.ts';
import type { App } from '../app-parts.ts';
import { createResource, sendResource } from '../http/resource.ts';
import { ONE_DAY } from './build.ts';

/**
 * Serves the file that lets iOS open invite links in the app (Universal Links). Apple's servers fetch the file as JSON
 * and follow no redirect. There is no Smart App Banner, because a beta app has no page in the App Store.
 */
export function registerAppLinks(app: App): void {
  const { teamId, bundleId } = brand.universalLinks;
  const details = [
    {
      appIDs: [`${teamId}.${bundleId}`],
      components: [{ '/': INVITE_PATH }, { '/': `${INVITE_PATH}/*` }],
    },
  ];
  const association = createResource(
    { identity: Buffer.from(JSON.stringify({ applinks: { details } })) },
    { 'cache-control': ONE_DAY, 'content-type': 'application/json' },
  );
  app.get('/.well-known/apple-app-site-association', (request, reply) =>
    sendResource(association, request, reply),
  );
}
