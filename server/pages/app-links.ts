import { brand } from '../../brand.ts';
import { INVITE_PATH } from '../../contract/screens.ts';
import type { App } from '../app-parts.ts';
import { createResource, sendResource } from '../http/resource.ts';
import { ONE_DAY } from './build.ts';

/**
 * Lets the app take over invite links on devices that have it: Apple's servers fetch this, follow no
 * redirect, and want JSON. There is no banner for the App Store beside it, because a beta has no place
 * there that one could lead to.
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
