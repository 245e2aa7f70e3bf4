import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** How long a connection waits for the write lock. Only `scrub` and a restore of a large file keep it for longer. */
export const BUSY_TIMEOUT_MS = 10_000;

/**
 * A long read transaction lets the write-ahead log grow. At the next reset of the log SQLite truncates the log to this
 * size.
 */
const MAX_IDLE_LOG_BYTES = 16 * 1024 * 1024;

/** Longer statements, such as those with many rows, are seldom the same again. */
const MAX_KEPT_SQL = 2_000;

export interface Query {
  sql: string;
  parameters: readonly unknown[];
}
export interface QueryAnswer {
  rows: Record<string, unknown>[];
  /** How many rows an INSERT, UPDATE or DELETE has changed; undefined for a query with rows. */
  changes?: number;
}

export interface Connection {
  readonly database: DatabaseSync;
  readonly readOnly: boolean;
  /** Prepares a short statement once and reuses it, because preparing it each time needs two to three times the work. */
  prepare(sql: string): StatementSync;
  close(): void;
}

/** Opens one connection, with the settings for durability and erasure. @throws the error of SQLite */
export function connect(file: string, options: { readOnly: boolean }): Connection {
  const database = new DatabaseSync(file, { ...options, timeout: BUSY_TIMEOUT_MS });
  if (!options.readOnly) {
    // An acknowledged write must survive a power cut: FULL syncs the log at every commit, and on macOS only
    // fullfsync reaches the disk itself. secure_delete overwrites deleted rows with zeros.
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
    readOnly: options.readOnly,
    prepare(sql) {
      if (sql.length > MAX_KEPT_SQL) return database.prepare(sql);
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

export function runQuery({ prepare }: Connection, { sql, parameters }: Query): QueryAnswer {
  const statement = prepare(sql);
  const values = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values) };
  return { rows: [], changes: Number(statement.run(...values).changes) };
}
