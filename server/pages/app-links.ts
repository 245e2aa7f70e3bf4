import { brand } from '../../brand.ts';
import { INVITE_PATH } from '../../contract/screens.ts';
import type { App } from '../app-parts.ts';
import { createResource, sendResource } from '../http/resource.ts';
import { ONE_DAY } from './build.ts';

/**
 * Lets the app open invite links on devices that have it (Universal Links): Apple's servers fetch this file as JSON
 * and follow no redirect. There is no Smart App Banner, because a beta has no App Store page to link to.
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
