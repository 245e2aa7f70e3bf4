import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '../../database.ts';
import type { RankingRequest } from '../../engine.ts';
import { AnsweringThread } from '../answering-thread.ts';
import type { Question, Row } from '../ranking/reading.ts';
import type { RankingAnswer, RankingMessage } from './ranking-program.ts';

/**
 * With very many inviters, or a slow database, the first names are old again before the last ones are read. Reading
 * ends after this time, so that it does not continue while the dashboard is not used.
 */
const REFRESH_WITHIN_MS = 5_000;

/** Starts the thread of `ranking-program.ts` with the first task, and runs its questions. */
export class RankingThread {
  readonly #reports: Kysely<Database>;
  readonly #onEnd: (reason: Error) => void;
  #thread: AnsweringThread<RankingMessage, RankingAnswer> | undefined;
  #isRefreshing = false;

  /**
   * @param reports has a single connection, so that the thread gets one task at a time, and never an older state than
   *   the one before
   * @param onEnd is called when the thread has ended, also after `close`; after that every task fails
   */
  constructor(reports: Kysely<Database>, onEnd: (reason: Error) => void) {
    this.#reports = reports;
    this.#onEnd = onEnd;
  }

  /** See `Engine.rankInviters`. */
  async rank(db: Kysely<Database>, request: RankingRequest): Promise<string> {
    const text = await this.#run(db, { rank: request });
    void this.#refreshEarly();
    return String(text);
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }

  /** Reads one part of the names after the other. Other queries may use the connection between two parts. */
  async #refreshEarly(): Promise<void> {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    const readPart = (db: Kysely<Database>) => this.#run(db, 'refreshEarly');
    const until = performance.now() + REFRESH_WITHIN_MS;
    try {
      while (await this.#reports.connection().execute(readPart)) {
        if (performance.now() > until) break;
      }
    } catch {
      // The next query that needs the names reads them, and reports the error if reading fails again.
    }
    this.#isRefreshing = false;
  }

  async #run(db: Kysely<Database>, task: RankingMessage): Promise<string | boolean> {
    this.#thread ??= new AnsweringThread(
      new URL('./ranking-program.ts', import.meta.url),
      undefined,
      'The thread that orders the rows of the dashboard has ended.',
      this.#onEnd,
    );
    let answer = await this.#thread.ask(task);
    while ('question' in answer) {
      const { rows } = await db.executeQuery<Row>(asQuery(answer.question));
      answer = await this.#thread.ask({ row: rows[0] ?? {} });
    }
    if ('failure' in answer) throw answer.failure;
    return answer.result;
  }
}

/** PostgreSQL's parameters have numbers. */
export function asQuery({ sql, parameters }: Question): CompiledQuery {
  let n = 0;
  const numbered = sql.replaceAll('?', () => `$${++n}`);
  return CompiledQuery.raw(numbered, [...parameters]);
}
