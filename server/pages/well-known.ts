import { brand } from '../../brand.ts';
import { INVITE_PATH } from '../../contract/screens.ts';
import type { App, AppParts } from '../app-parts.ts';
import { createResource, sendResource } from '../http/resource.ts';
import { contentType, ONE_DAY } from './build.ts';

const SECURITY_PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year, so that old copies of the file expire. */
const VALID_DAYS = 180;

/**
 * Serves the file that lets iOS open invite links in the app (Universal Links). Apple's servers fetch the file as JSON
 * and follow no redirect. There is no Smart App Banner, because a beta app has no page in the App Store.
 */
export function registerAppLinks(app: App): void {
  const { teamId, bundleId } = brand.universalLinks;
  const components = [{ '/': INVITE_PATH }, { '/': `${INVITE_PATH}/*` }];
  const details = [{ appIDs: [`${teamId}.${bundleId}`], components }];
  const association = createResource(
    { identity: Buffer.from(JSON.stringify({ applinks: { details } })) },
    { 'cache-control': ONE_DAY, 'content-type': 'application/json' },
  );
  app.get('/.well-known/apple-app-site-association', (request, reply) =>
    sendResource(association, request, reply),
  );
}

/** Tells researchers where to report a vulnerability (RFC 9116). The expiry date is always about 180 days ahead. */
export function registerSecurityContact(app: App, { origin, https, clock }: AppParts): void {
  app.get(SECURITY_PATH, (request, reply) => {
    // Rounded to whole days (UTC), so that the entity tag changes only once a day.
    const expires = new Date(clock());
    expires.setUTCHours(0, 0, 0, 0);
    expires.setUTCDate(expires.getUTCDate() + VALID_DAYS);
    const fields = [
      `Contact: mailto:${brand.contactEmail}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      // RFC 9116 requires an https address in this field.
      ...(https ? [`Canonical: ${origin}${SECURITY_PATH}`] : []),
    ];
    const resource = createResource(
      { identity: Buffer.from(`${fields.join('\n')}\n`) },
      { 'cache-control': ONE_DAY, 'content-type': contentType('.txt') },
    );
    return sendResource(resource, request, reply);
  });
}
