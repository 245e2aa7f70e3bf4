import type { Engine, Role } from '../engine.ts';
import { StorageRefusal } from '../errors.ts';

/** The engines, each with the form of its database URL. The code of an engine is loaded only if it is used. */
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
    // An @ after the first slash means that the password has a slash, which must be written as %2F.
    isUrl: (url) => /^postgres(ql)?:\/\/[^/]+\/[^/?@]+(\?.*)?$/.test(url) && URL.canParse(url),
    async open(url, role) {
      const { openPostgresEngine } = await import('./postgres/postgres-engine.ts');
      return await openPostgresEngine(url, role);
    },
  },
];

/** The valid forms of `DATABASE_URL`, for its help and errors. */
export const DATABASE_URL_FORMS =
  '"file:" and a path, such as file:data/impromptu.db, or postgres://USER:PASSWORD@HOST:PORT/DATABASE';

export function isDatabaseUrl(url: string): boolean {
  return engines.some((engine) => engine.isUrl(url));
}

/**
 * @param prepare runs on the open engine, which is closed again if `prepare` fails
 * @throws StorageRefusal with a sentence for the operator
 */
export async function openEngine(
  url: string,
  role: Role,
  prepare?: (engine: Engine) => Promise<void>,
): Promise<Engine> {
  const chosen = engines.find((engine) => engine.isUrl(url));
  if (!chosen) throw new StorageRefusal(`DATABASE_URL must be ${DATABASE_URL_FORMS}.`);
  const engine = await chosen.open(url, role);
  try {
    await prepare?.(engine);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
