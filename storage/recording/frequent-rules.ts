import { recordVisits } from './record-visits.ts';
import { storeSignUps } from './store-sign-ups.ts';

/**
 * The rules of visitors' writes, which get many writes at once. They import little: on SQLite the thread that writes
 * loads them, because sending it each of their queries would take longer than the queries.
 */
export const frequentRules = { recordVisits, storeSignUps };

export type FrequentRule = keyof typeof frequentRules;
/** What a rule gets and returns: a list of writes, and the result of each. */
export type WritesOf<Name extends FrequentRule> = Parameters<(typeof frequentRules)[Name]>[1];
export type ResultsOf<Name extends FrequentRule> = Awaited<
  ReturnType<(typeof frequentRules)[Name]>
>;
