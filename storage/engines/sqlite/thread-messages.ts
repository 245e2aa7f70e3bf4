import type { FrequentRule } from '../../recording/frequent-rules.ts';

/** Answered with `QueryAnswer`. */
export interface Query {
  sql: string;
  parameters: readonly unknown[];
}
export interface QueryAnswer {
  rows: Record<string, unknown>[];
  /** How many rows an INSERT, UPDATE or DELETE has changed; undefined for a query with rows. */
  changes?: number;
}
/** Answered with the results of the rule, which has run in one transaction. */
interface Batch {
  rule: FrequentRule;
  writes: readonly unknown[];
}
/** `scrub` is answered with whether the bytes of all deleted rows are gone. */
export type ThreadMessage = Query | Batch | 'scrub' | 'close';
/** `errcode` is separate, because an error loses its additional properties when it is sent to another thread. */
export type ThreadAnswer = { result: unknown } | { failure: Error; errcode: unknown };
