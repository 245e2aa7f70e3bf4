/** What is said of a database: never its user, password or parameters. */
export function nameOfDatabase(url: string): string {
  const [, path] = /^file:(.*)/.exec(url) ?? [];
  if (path !== undefined) return path;
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
