import { MAX_PROFILE_IMAGE_URL_CHARACTERS } from '../../contract/inviters.ts';
import { errors } from '../http/errors.ts';

/** Stands for our own origin, whose name a path does not need. */
const OWN = 'https://own.invalid';
/** One slash: with two it would name another host, and browsers take "\" for "/". */
const OWN_PATH = /^\/(?![/\\])[^\\]*$/;

/**
 * @param hosts where images may come from; undefined for any host. Our own paths are always fine.
 * @returns the address as browsers normalise it
 * @throws CallError with a sentence about what is wrong
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
  // "/./" and "/a/.." vanish, which may leave two slashes at the front.
  return OWN_PATH.test(path) ? path : undefined;
}

function normalAddress(text: string, hosts: readonly string[] | undefined): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username || url.password) return undefined;
  // With its port: a policy that names a host means its usual port alone.
  if (hosts && !hosts.includes(url.host)) throw errors.foreignImageHost(url.host);
  return url.href;
}
