import { stat } from 'node:fs/promises';
import type { Engine, Role } from '../engine.ts';
import { StorageRefusal } from '../errors.ts';

/** The engines, each with the form of its database URL. The code of an engine is loaded only if it is used. */
const engines: readonly {
  /** The form of the URL, for help and errors. */
  readonly form: string;
  /** The example in the help of `./site copy`, without a password. */
  readonly example: string;
  isUrl(url: string): boolean;
  open(url: string, role: Role, patience: number): Promise<Engine>;
}[] = [
  {
    form: '"file:" and a path, such as file:data/impromptu.db (~ and $ are not replaced)',
    example: 'file:data/impromptu.db',
    // A path that begins with one of these signs was meant for a shell. It would create a folder with this name.
    isUrl: (url) => /^file:(?!\/\/|:memory:|file:|[~$"'\s])./.test(url),
    async open(url, role) {
      const { openSqliteEngine } = await import('./sqlite/sqlite-engine.ts');
      return await openSqliteEngine(url.slice('file:'.length), role);
    },
  },
  {
    form: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    example: 'postgres://USER@HOST:PORT/DATABASE',
    // An @ after the first slash means that the password contains a slash. That slash must be written as %2F.
    isUrl: (url) => /^postgres(ql)?:\/\/[^/]+\/[^/?@]+(\?.*)?$/.test(url) && URL.canParse(url),
    async open(url, role, patience) {
      const { openPostgresEngine } = await import('./postgres/postgres-engine.ts');
      return await openPostgresEngine(url, role, patience);
    },
  },
];

/** The valid forms of `DATABASE_URL`, for its help and errors. */
export const DATABASE_URL_FORMS = engines.map(({ form }) => form).join(', or ');

export const DATABASE_URL_EXAMPLES = engines.map(({ example }) => example);

/** For the help of commands that get a URL as a parameter. */
export const WHERE_PASSWORDS_STAND =
  'Write the password into PGPASSWORD, because every user of the machine can read command lines.';

export function isDatabaseUrl(url: string): boolean {
  return engines.some((engine) => engine.isUrl(url));
}

/**
 * @param prepare runs on the open engine, which is closed again if `prepare` fails
 * @param patience multiplies the time limits of a server on PostgreSQL
 * @throws StorageRefusal with a sentence for the operator
 */
export async function openEngine(
  url: string,
  role: Role,
  prepare?: (engine: Engine) => Promise<void>,
  patience = 1,
): Promise<Engine> {
  const chosen = engines.find((engine) => engine.isUrl(url));
  if (!chosen) throw new StorageRefusal('DATABASE_URL has none of the supported forms.');
  const engine = await chosen.open(url, role, patience);
  try {
    await prepare?.(engine);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** The URL of a backup. It is one SQLite file, also if the site's own database has another engine. */
export function addressOfBackup(file: string): string {
  return `file:${file}`;
}

/** Whether SQLite's write-ahead log beside a backup may contain rows that are not in the file yet. */
export async function hasRowsBeside(file: string): Promise<boolean> {
  const log = await stat(`${file}-wal`).catch(() => undefined);
  return log !== undefined && log.size > 0;
}
