import { resolve } from 'node:path';

/** The database cannot be opened, or must not be used for this purpose. The message is a sentence for the operator. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
}

/** A read or write failed and was not acknowledged. A later attempt may succeed. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** A write was refused immediately, because too many others wait. */
export class StorageOverloaded extends StorageUnavailable {}

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
