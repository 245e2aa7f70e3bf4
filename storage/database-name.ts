import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The name of a database in messages. For a file: its whole path. For a server: the URL's host and path, without user,
 * password and parameters.
 */
export function nameOfDatabase(url: string): string {
  const [, path] = /^file:(.*)/.exec(url) ?? [];
  if (path !== undefined) return resolve(path);
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/**
 * Whether two URLs name the same database. Files are compared by their paths after symbolic links are resolved. Other
 * URLs are compared as texts, so two names of one server count as two databases.
 */
export function isSameDatabase(one: string, other: string): boolean {
  return fileOrUrl(one) === fileOrUrl(other);
}

function fileOrUrl(url: string): string {
  try {
    return url.startsWith('file:') ? realpathSync(nameOfDatabase(url)) : url;
  } catch {
    // The file does not exist.
    return url;
  }
}
