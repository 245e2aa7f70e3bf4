import type { RouteHandlerMethod } from 'fastify';
import { brand } from '../../brand.ts';
import { INVITE_PATH } from '../../contract/screens.ts';
import type { AppParts } from '../app-parts.ts';
import { createResource, sendResource } from '../http/resource.ts';
import { contentType, ONE_DAY } from './build.ts';

export const SECURITY_PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year, so that old copies of the file expire. */
const VALID_DAYS = 180;

/** Lets iOS open invite links in the app (Universal Links). Apple's servers fetch it as JSON and follow no redirect. */
export function createAppleAppLinks(): RouteHandlerMethod {
  const { teamId, bundleId } = brand.universalLinks;
  const components = [{ '/': INVITE_PATH }, { '/': `${INVITE_PATH}/*` }];
  const details = [{ appIDs: [`${teamId}.${bundleId}`], components }];
  return sendJson({ applinks: { details } });
}

/** Lets Android open invite links in the app (App Links). @returns undefined without an Android app */
export function createAndroidAppLinks({
  androidPackage,
  androidFingerprints,
}: Pick<AppParts, 'androidPackage' | 'androidFingerprints'>): RouteHandlerMethod | undefined {
  if (androidPackage === undefined || androidFingerprints === undefined) return undefined;
  return sendJson([
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

function sendJson(content: unknown): RouteHandlerMethod {
  const resource = createResource(
    { identity: Buffer.from(JSON.stringify(content)) },
    { 'cache-control': ONE_DAY, 'content-type': 'application/json' },
  );
  return (request, reply) => sendResource(resource, request, reply);
}

/** Tells researchers where to report a vulnerability (RFC 9116). The expiry date is always about 180 days ahead. */
export function createSecurityContact({ origin, https, clock }: AppParts): RouteHandlerMethod {
  return (request, reply) => {
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
  };
}
