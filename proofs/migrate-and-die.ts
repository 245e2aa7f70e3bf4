/**
 * `node proofs/migrate-and-die.ts URL STATEMENTS [piecemeal]`: migrates a database to `withSecond` as a server does, and
 * kills itself after this number of statements. If there are fewer, it prints how many. With `piecemeal` each statement
 * is a separate transaction.
 */
import type { KyselyPlugin } from 'kysely';
import { openEngine } from '../storage/engines/choose-engine.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import { withSecond } from '../testing/databases/second-migration.ts';

const [url = '', statements, manner] = process.argv.slice(2);

let done = 0;
const engine = await openEngine(url, 'server');
await engine.migrate(async (db, columnTypes) => {
  const { adapter } = db.getExecutor();
  if (manner) Object.defineProperty(adapter, 'supportsTransactionalDdl', { value: false });
  await migrate(db.withPlugin(dieAfter(Number(statements))), columnTypes, withSecond);
});
await engine.close();
process.stdout.write(String(done));

function dieAfter(statements: number): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++done === statements) process.kill(process.pid, 'SIGKILL');
      return result;
    },
  };
}
