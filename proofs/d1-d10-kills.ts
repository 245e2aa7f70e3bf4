import {
  type KillOptions,
  type KillReport,
  killTargets,
  runKillRounds,
} from '../testing/load/kill-rounds.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const ROUNDS = 100;
const RETENTION_ROUNDS = 20;
/** Without the protection a few rounds are enough. */
const FEW_ROUNDS = 5;
const WITH_RETENTION = ', while events expire';
const programs = killTargets.filter(({ isServer }) => !isServer);
const names = killTargets.map(({ name }) => name);

export const durableUnderKill: Proof = {
  id: 'D1',
  promise: 'After a kill every acknowledged write is in the database, once.',
  variants: names,
  run: async (variant) => judgeWrites(await sharedReport(variant)),
  control: {
    without: 'waiting for the commit (of a database server that is killed: for the disk)',
    run: (variant) =>
      expectFailure(/ are lost\.$/, async () =>
        judgeWrites(
          await report(
            variant,
            FEW_ROUNDS,
            programs.every(({ name }) => name !== variant)
              ? { commits: 'early' }
              : { double: 'acknowledges sign-ups before they are stored' },
          ),
        ),
      ),
  },
};

export const countersEqualLog: Proof = {
  id: 'D10',
  promise: 'Sums equal the log after every kill, and totals the rows that they add up.',
  variants: [...names, ...programs.map(({ name }) => name + WITH_RETENTION)],
  async run(variant) {
    if (!variant.endsWith(WITH_RETENTION)) return judgeCounters(await sharedReport(variant));
    const double = 'retention without a pause';
    // Expired events are not recognised any more, so none is sent again.
    const target = variant.slice(0, -WITH_RETENTION.length);
    return judgeCounters(await report(target, RETENTION_ROUNDS, { double, again: 0 }));
  },
  control: {
    without: 'one transaction for an event and its counters',
    variants: programs.map(({ name }) => name),
    run: (variant) =>
      expectFailure(/but should be/, async () => {
        const double = 'stores an event and its counters in several transactions';
        return judgeCounters(await report(variant, FEW_ROUNDS, { double, again: 0 }));
      }),
  },
};

const reports = new Map<string, Promise<KillReport>>();

/** D1 and D10 share one run. */
function sharedReport(variant: string): Promise<KillReport> {
  const shared = reports.get(variant) ?? report(variant, ROUNDS);
  reports.set(variant, shared);
  return shared;
}

async function report(variant: string, rounds: number, options?: KillOptions): Promise<KillReport> {
  const target = killTargets.find(({ name }) => name === variant);
  require(target !== undefined, `There is no variant ${variant}.`);
  return await runKillRounds(target, rounds, options);
}

function judgeWrites({ rounds, acknowledged, lost, storedTwice, integrity }: KillReport): string {
  require(lost === 0, `${lost} of ${acknowledged} acknowledged writes are lost.`);
  require(storedTwice === 0, `${storedTwice} addresses are stored twice.`);
  require(integrity === 'ok', `The integrity check says ${integrity}.`);
  return `${rounds} kills, ${acknowledged} acknowledged sign-ups and visits, 0 lost, 0 stored twice, integrity ok`;
}

function judgeCounters({
  rounds,
  visits,
  unanswered,
  views,
  differences,
  integrity,
}: KillReport): string {
  require(differences.length === 0, differences.slice(0, 3).join(' '));
  require(views >= visits, `Of ${visits} acknowledged visits ${views} are counted.`);
  require(views <=
    visits +
      unanswered, `${views} visits are counted, but only ${visits} were acknowledged and ${unanswered} unanswered.`);
  require(integrity === 'ok', `The integrity check says ${integrity}.`);
  return `${rounds} kills, ${visits} visits acknowledged and ${unanswered} unanswered, ${views} counted, all sums equal the log`;
}
