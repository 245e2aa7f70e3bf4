import { runKillRounds } from '../server/testing/kill-rounds.ts';
import { type Proof, require } from './proof.ts';

const ROUNDS = 100;

export const durableUnderKill: Proof = {
  id: 'D1',
  promise: 'What was acknowledged is there after the process is killed.',
  async run() {
    const { signUps, integrity } = await runKillRounds(ROUNDS);
    const { acknowledged, lost, storedTwice } = signUps;
    require(lost.length === 0, `${lost.length} acknowledged addresses are lost.`);
    require(storedTwice === 0, `${storedTwice} addresses are stored twice.`);
    require(integrity === 'ok', `The integrity check says ${integrity}.`);
    return `${ROUNDS} kills, ${acknowledged} acknowledged, 0 lost, 0 twice, integrity ok`;
  },
};
