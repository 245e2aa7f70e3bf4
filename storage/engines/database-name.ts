/** The name of a database in messages: without user, password and parameters. */
export function nameOfDatabase(url: string): string {
  const [, path] = /^file:(.*)/.exec(url) ?? [];
  if (path !== undefined) return path;
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
