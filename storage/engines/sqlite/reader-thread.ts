import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteDialect,
} from 'kysely';
import { AnsweringThread } from '../answering-thread.ts';
import { unlessTrouble } from './file-trouble.ts';
import type { Query, ReaderAnswer } from './reader-program.ts';

/** A dialect whose queries run on the reader thread, one at a time. The thread starts with the first query. */
export function dialectOverThread(file: string, onEnd: (reason: Error) => void): SqliteDialect {
  // Kysely's dialect requires a database, but only its driver, which is replaced below, would use it.
  const unused = {
    database: () => Promise.reject(new Error('The reader thread has the database.')),
  };
  return new (class extends SqliteDialect {
    override createDriver = () => new ReaderThread(file, onEnd);
  })(unused);
}

/**
 * Starts the reader thread and sends it queries. Kysely sends one query at a time, and no other query during a
 * transaction.
 */
class ReaderThread implements Driver, DatabaseConnection {
  readonly #file: string;
  readonly #onEnd: (reason: Error) => void;
  #thread: AnsweringThread<Query, ReaderAnswer> | undefined;
  /** Resolves when the current query or transaction is over. */
  #released: PromiseWithResolvers<void> | undefined;

  /** @param onEnd is called when the thread has ended, also after `destroy`; after that every query fails */
  constructor(file: string, onEnd: (reason: Error) => void) {
    this.#file = file;
    this.#onEnd = onEnd;
  }

  async init(): Promise<void> {
    const script = new URL('./reader-program.ts', import.meta.url);
    const ended = 'The thread that reads has ended.';
    this.#thread = new AnsweringThread(script, { file: this.#file }, ended, this.#onEnd);
  }

  /** @throws StorageUnavailable for an error of the file or its disk */
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#thread) throw new Error('Kysely has sent a query before it has called init.');
    const answer = await this.#thread.ask({ sql, parameters });
    // Node handles up to a thousand messages before it looks at sockets again. If the next query were sent immediately,
    // its answer could be one of these messages, and visitors would wait until a whole list is read.
    await nextTurn();
    if ('rows' in answer) return { rows: answer.rows as Row[] };
    return unlessTrouble(() => {
      throw Object.assign(answer.failure, { errcode: answer.errcode });
    });
  }

  // biome-ignore lint/correctness/useYield: a part of Kysely's interface that is not supported
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Not supported: read pages instead.');
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#released = Promise.withResolvers();
    return this;
  }

  async releaseConnection(): Promise<void> {
    this.#released?.resolve();
  }

  async beginTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('BEGIN'));
  }

  async commitTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('COMMIT'));
  }

  async rollbackTransaction(): Promise<void> {
    // The rollback fails if SQLite has already rolled back, or the thread has ended. Its error is ignored, because it
    // would hide the error that caused the rollback.
    await this.executeQuery(CompiledQuery.raw('ROLLBACK')).catch(() => {});
  }

  /** Ends the thread after the current query or transaction. */
  async destroy(): Promise<void> {
    await this.#released?.promise;
    await this.#thread?.close();
  }
}
