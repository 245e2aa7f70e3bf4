import type { Engine, Role } from '../engine.ts';
import { StorageRefusal } from '../errors.ts';

/** Each way to name a database, and the engine that keeps it, loaded when it is needed. */
const engines: readonly {
  isUrl(url: string): boolean;
  open(url: string, role: Role): Promise<Engine>;
}[] = [
  {
    isUrl: (url) => /^file:(?!\/\/|:memory:|file:)./.test(url),
    async open(url, role) {
      const { openSqliteEngine } = await import('./sqlite/sqlite-engine.ts');
      return await openSqliteEngine(url.slice('file:'.length), role);
    },
  },
  {
    // An @ after the host is that of a password with a slash in it, which has to be written as %2F.
    isUrl: (url) => /^postgres(ql)?:\/\/[^/]+\/[^/?@]+(\?.*)?$/.test(url) && URL.canParse(url),
    async open(url, role) {
      const { openPostgresEngine } = await import('./postgres/postgres-engine.ts');
      return await openPostgresEngine(url, role);
    },
  },
];

/** What a database may be called, for whoever writes `DATABASE_URL`. */
export const DATABASE_URL_FORMS =
  '"file:" and a path, such as file:data/impromptu.db, or postgres://USER:PASSWORD@HOST:PORT/DATABASE';

export function isDatabaseUrl(url: string): boolean {
  return engines.some((engine) => engine.isUrl(url));
}

/** A backup is a database in one file, whichever engine the site uses. */
export function addressOfFile(file: string): string {
  return `file:${file}`;
}

/** @throws StorageRefusal with a sentence for whoever runs the site */
export async function openEngine(url: string, role: Role): Promise<Engine> {
  const chosen = engines.find((engine) => engine.isUrl(url));
  if (!chosen) throw new StorageRefusal(`DATABASE_URL must be ${DATABASE_URL_FORMS}.`);
  return await chosen.open(url, role);
}
