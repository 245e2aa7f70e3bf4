import { brand } from '../../brand.ts';
import { INVITE_PATH } from '../../contract/screens.ts';
import type { App, AppParts } from '../app-parts.ts';
import { createResource, sendResource } from '../http/resource.ts';
import { contentType, ONE_DAY } from './build.ts';

const SECURITY_PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year, so that old copies of the file expire. */
const VALID_DAYS = 180;

/**
 * Serves the files that let iOS and Android open invite links in the app (Universal Links, App Links). Apple's and
 * Google's servers fetch the files as JSON and follow no redirect.
 */
export function registerAppLinks(
  app: App,
  { androidPackage, androidFingerprints }: Pick<AppParts, 'androidPackage' | 'androidFingerprints'>,
): void {
  const { teamId, bundleId } = brand.universalLinks;
  const components = [{ '/': INVITE_PATH }, { '/': `${INVITE_PATH}/*` }];
  const details = [{ appIDs: [`${teamId}.${bundleId}`], components }];
  serveJson(app, '/.well-known/apple-app-site-association', { applinks: { details } });
  if (androidPackage === undefined || androidFingerprints === undefined) return;
  serveJson(app, '/.well-known/assetlinks.json', [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: androidPackage,
        sha256_cert_fingerprints: androidFingerprints,
      },
    },
  ]);
}

function serveJson(app: App, path: string, content: unknown): void {
  const resource = createResource(
    { identity: Buffer.from(JSON.stringify(content)) },
    { 'cache-control': ONE_DAY, 'content-type': 'application/json' },
  );
  app.get(path, (request, reply) => sendResource(resource, request, reply));
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
