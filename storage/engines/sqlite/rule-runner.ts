import { type FrequentRule, frequentRules } from '../../recording/frequent-rules.ts';
import { type Connection, runQuery } from './connection.ts';
import { kyselyOver } from './dialect.ts';

export type RunRule = (rule: FrequentRule, writes: readonly unknown[]) => Promise<unknown>;

/** @returns a function that runs a frequent rule in one transaction of the connection */
export function createRuleRunner(connection: Connection): RunRule {
  const db = kyselyOver(connection, async (query) => runQuery(connection, query));
  return (name, writes) => {
    const rule: (own: typeof db, all: never) => Promise<unknown> = frequentRules[name];
    return db.transaction().execute((own) => rule(own, writes as never));
  };
}
