import { dirname, join } from 'node:path';
import { testEngines } from '../testing/databases/test-databases.ts';
import { killReport, killTargetNames, ROUNDS } from './kills/kill-reports.ts';
import { killRetention } from './kills/killed-retention.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

/** Variants in which a retention with erasures is killed, each with its engine. */
const retentions = new Map(
  testEngines.map(({ name }) => [`${name}, a retention that is killed`, name]),
);

const TWO_TRANSACTIONS = weakening(
  'storage/invites/retention.ts',
  'const changes = await engine.writeAlone([...queries(rows), deletion]);',
  `await engine.writeAlone(queries(rows));
           await pause();
           const changes = await engine.writeAlone([deletion]);`,
);

export const countersEqualLog: Proof = {
  id: 'D10',
  promise:
    'Counters equal base plus log, at whatever moment the program, PostgreSQL or a retention is killed.',
  variants: [...killTargetNames, ...retentions.keys()],
  async run(variant) {
    const engine = retentions.get(variant);
    return engine ? await killRetention(engine) : await killUnderLoad(variant);
  },
  control: {
    without: 'one transaction for adding expired events to the base and deleting them',
    variants: [...retentions.keys()],
    run: (variant) =>
      withWeakened(TWO_TRANSACTIONS, (program) =>
        expectFailure(/^\d+ differences/, () =>
          killRetention(retentions.get(variant) ?? '', join(dirname(program), '..')),
        ),
      ),
  },
};

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
