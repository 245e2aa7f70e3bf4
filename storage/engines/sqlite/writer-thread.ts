import { AnsweringThread } from '../answering-thread.ts';
import type { Outcome } from '../group-commit.ts';
import type { Answer, BatchAnswer, SqliteWrite } from './writer-program.ts';

/** Starts the writer thread and sends it batches. `GroupCommit` calls `commit` for one batch at a time. */
export class WriterThread {
  readonly #thread: AnsweringThread<SqliteWrite[], BatchAnswer>;

  /** @param onEnd is called when the thread has ended, also after `close`; after that every commit fails */
  constructor(file: string, onEnd: (reason: Error) => void) {
    const script = new URL('./writer-program.ts', import.meta.url);
    this.#thread = new AnsweringThread(
      script,
      { file },
      'The thread that writes has ended.',
      onEnd,
    );
  }

  /** Commits a batch to the disk. @throws if the batch is not committed */
  async commit(batch: SqliteWrite[]): Promise<Outcome<Answer>[]> {
    const answer = await this.#thread.ask(batch);
    if ('failure' in answer) throw answer.failure;
    return answer.answers.map((one) => (one instanceof Error ? { error: one } : { result: one }));
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
