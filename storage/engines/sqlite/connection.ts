import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/** How long a connection waits for another one's write to end. Only a scrub of a large file takes longer. */
export const BUSY_TIMEOUT_MS = 10_000;

/** A write-ahead log that a long reader has let grow is cut back to this once it starts anew. */
const MAX_IDLE_LOG_BYTES = 16 * 1024 * 1024;

export interface Connection {
  readonly database: DatabaseSync;
  /** Prepares a statement once and keeps it: preparing each time costs two to three times the work. */
  prepare(sql: string): StatementSync;
  close(): void;
}

/** Opens one connection with the settings that the promises rest on. @throws what SQLite throws */
export function connect(file: string, options: { readOnly: boolean }): Connection {
  const database = new DatabaseSync(file, { ...options, timeout: BUSY_TIMEOUT_MS });
  if (!options.readOnly) {
    // An acknowledged write must survive a power cut: FULL syncs the log at every commit, and on macOS
    // only fullfsync reaches the disk itself. What is deleted is overwritten.
    database.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = ${MAX_IDLE_LOG_BYTES};
    `);
  }
  const statements = new Map<string, StatementSync>();
  return {
    database,
    prepare(sql) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = database.prepare(sql);
        statements.set(sql, statement);
      }
      return statement;
    },
    close: () => database.close(),
  };
}

/** Does work on a connection, and may throw another error in the place of one of SQLite's. */
export type Guard = <Result>(work: () => Result) => Result;

/** The connection in the shape that Kysely's dialect for SQLite expects. */
export function asKyselyDatabase(connection: Connection, guard: Guard): SqliteDatabase {
  return {
    prepare(sql) {
      const statement = guard(() => connection.prepare(sql));
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => guard(() => statement.all(...bindable(parameters))),
        run: (parameters) => statement.run(...bindable(parameters)),
        iterate: (parameters) => statement.iterate(...bindable(parameters)),
      };
    },
    close: () => connection.close(),
  };
}

/**
 * `node:sqlite` binds what it does not know (a Date, undefined) as NULL without a word.
 *
 * @throws TypeError naming the place of a parameter that SQLite has no type for
 */
export function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value, index) => {
    if (isBindable(value)) return value;
    throw new TypeError(`Parameter ${index + 1} cannot be bound: it is of type ${typeof value}.`);
  });
}

function isBindable(value: unknown): value is SQLInputValue {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof Uint8Array
  );
}
