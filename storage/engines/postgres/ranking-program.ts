/** The thread that orders the rows of the dashboard. The main thread runs its questions on PostgreSQL. */
import { parentPort } from 'node:worker_threads';
import type { RankingRequest } from '../../engine.ts';
import { InviterRanking } from '../ranking/inviter-ranking.ts';
import type { Question, Reading, Row } from '../ranking/reading.ts';
import { PostgresChanges } from './ranking-changes.ts';

/** A new task, or the row of the last question. After a failed question a new task follows. */
export type RankingMessage = { rank: RankingRequest } | 'refreshEarly' | { row: Row };
export type RankingAnswer =
  | { question: Question }
  | { result: string | boolean }
  | { failure: Error };

const ranking = new InviterRanking(new PostgresChanges());
let reading: Reading<string | boolean>;

parentPort?.on('message', (message: RankingMessage | 'close') => {
  if (message === 'close') parentPort?.close();
  else parentPort?.postMessage(answer(message));
});

function answer(message: RankingMessage): RankingAnswer {
  try {
    const step = proceed(message);
    return step.done ? { result: step.value } : { question: step.value };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { failure: error };
  }
}

function proceed(message: RankingMessage): IteratorResult<Question, string | boolean> {
  if (message !== 'refreshEarly' && 'row' in message) return reading.next(message.row);
  reading = message === 'refreshEarly' ? ranking.refreshEarly() : ranking.rank(...message.rank);
  return reading.next();
}
