import { dirname } from 'node:path';
import { testEngines } from '../testing/databases/test-databases.ts';
import { killWholeBatches } from '../testing/load/whole-batches.ts';
import { killReport, killTargetNames, ROUNDS } from './kills/kill-reports.ts';
import { killRetention } from './kills/killed-retention.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

/** Variants in which a retention with erasures is killed, each with its engine. */
const retentions = new Map(
  testEngines.map(({ name }) => [`${name}, a retention that is killed`, name]),
);

const WHOLE_BATCHES = 'SQLite, batches of every kind of write';
const BATCH_KILLS = 100;
const TWO_COMMITS = weakening(
  'storage/engines/sqlite/writer-program.ts',
  'recorder.saveCounts();',
  "recorder.saveCounts(); connection.database.exec('COMMIT; BEGIN IMMEDIATE');",
);

const TWO_TRANSACTIONS = weakening(
  'storage/retention/retention.ts',
  'const changes = await engine.writeAlone([...queries(rows), deletion]);',
  `await engine.writeAlone(queries(rows));
           await pause();
           const changes = await engine.writeAlone([deletion]);`,
);

export const countersEqualLog: Proof = {
  id: 'D10',
  promise:
    'Counters equal the base (the sums of expired events) plus the log, and SQLite stores only whole batches, even if the program, PostgreSQL or a retention is killed at any moment.',
  variants: [...killTargetNames, WHOLE_BATCHES, ...retentions.keys()],
  async run(variant) {
    if (variant === WHOLE_BATCHES) return await killBatches();
    const engine = retentions.get(variant);
    return engine ? await killRetention(engine) : await killUnderLoad(variant);
  },
  control: {
    without:
      'one transaction for adding expired events to the base and deleting them, or for a whole batch',
    variants: [WHOLE_BATCHES, ...retentions.keys()],
    run: (variant) =>
      variant === WHOLE_BATCHES
        ? withWeakened(TWO_COMMITS, (program) =>
            expectFailure(/^After \d+ acknowledged batches/, () => killBatches(dirname(program))),
          )
        : withWeakened(TWO_TRANSACTIONS, (program) =>
            expectFailure(/^\d+ differences/, () =>
              killRetention(retentions.get(variant) ?? '', dirname(program)),
            ),
          ),
  },
};

async function killBatches(root?: string): Promise<string> {
  const { stored, unacknowledged } = await killWholeBatches(BATCH_KILLS, root);
  return `${BATCH_KILLS} kills, ${stored} whole batches of every kind of write are stored, ${unacknowledged} of them without an answer, 0 lost, 0 stored in part, all counters equal the log`;
}

async function killUnderLoad(variant: string): Promise<string> {
  const { visits, integrity } = await killReport(variant);
  const { acknowledged, unanswered, counted, lost, differences } = visits;
  require(differences.length === 0, differences.join(' '));
  require(lost === 0, `${lost} acknowledged events are lost.`);
  require(counted >=
    acknowledged, `Of ${acknowledged} acknowledged events ${counted} are counted.`);
  require(counted <=
    acknowledged +
      unanswered, `${counted} events are counted, but only ${acknowledged} were acknowledged and ${unanswered} unanswered.`);
  require(integrity === 'ok', `The integrity check says ${integrity}.`);
  return `${ROUNDS} kills, ${acknowledged} events acknowledged and ${unanswered} unanswered, ${counted} counted, 0 lost, all counters equal the log`;
}
