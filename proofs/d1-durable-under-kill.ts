import type { KillReport } from '../testing/load/kill-rounds.ts';
import { killReport, killTargetNames, ROUNDS, reportWithoutWaiting } from './kills/kill-reports.ts';
import { expectFailure, type Proof, require } from './proof.ts';

export const durableUnderKill: Proof = {
  id: 'D1',
  promise: 'After a kill every acknowledged write is in the database, once.',
  variants: killTargetNames,
  run: async (variant) => judge(await killReport(variant)),
  control: {
    without: 'waiting for the commit',
    run: (variant) =>
      expectFailure(/ are lost\.$/, async () => judge(await reportWithoutWaiting(variant))),
  },
};

function judge({ signUps, integrity }: KillReport): string {
  const { acknowledged, lost, storedTwice } = signUps;
  require(lost.length === 0, `${lost.length} of ${acknowledged} acknowledged addresses are lost.`);
  require(storedTwice === 0, `${storedTwice} addresses are stored twice.`);
  require(integrity === 'ok', `The integrity check says ${integrity}.`);
  return `${ROUNDS} kills, ${acknowledged} acknowledged sign-ups, 0 lost, 0 stored twice, integrity ok`;
}
