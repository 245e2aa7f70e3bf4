import { MAX_PROFILE_IMAGE_URL_CHARACTERS } from '../../contract/inviters.ts';
import { errors } from '../http/errors.ts';

/** A placeholder for the site's origin, needed to parse a path as a URL. */
const OWN = 'https://own.invalid';
/**
 * A path of this site begins with exactly one slash: after two, browsers read the name of another host. Browsers treat
 * "\" as "/".
 */
const OWN_PATH = /^\/(?![/\\])[^\\]*$/;

/**
 * Validates the address of a profile image.
 *
 * @param hosts allowed hosts; undefined for any. Paths of this site are always allowed.
 * @returns the address as browsers normalise it
 * @throws CallError with the reason
 */
export function checkProfileImageUrl(text: string, hosts: readonly string[] | undefined): string {
  const isShort = text.length <= MAX_PROFILE_IMAGE_URL_CHARACTERS;
  if (!isShort || !text.isWellFormed()) throw errors.invalidProfileImageUrl();
  const normal = OWN_PATH.test(text) ? normalPath(text) : normalAddress(text, hosts);
  if (normal === undefined || normal.length > MAX_PROFILE_IMAGE_URL_CHARACTERS) {
    throw errors.invalidProfileImageUrl();
  }
  return normal;
}

function normalPath(text: string): string | undefined {
  const url = URL.parse(text, OWN);
  if (url?.origin !== OWN) return undefined;
  const path = url.href.slice(OWN.length);
  // Normalising removes "/./" and "/a/..", which may leave two slashes at the start.
  return OWN_PATH.test(path) ? path : undefined;
}

function normalAddress(text: string, hosts: readonly string[] | undefined): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username || url.password) return undefined;
  // Compares `host`, which includes a port that is not the default, because in CSP a host without a port allows only
  // the default port.
  if (hosts && !hosts.includes(url.host)) throw errors.foreignImageHost(url.host);
  return url.href;
}
