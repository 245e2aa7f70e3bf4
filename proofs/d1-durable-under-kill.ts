import { killedGrounds, killReport, lossesInHaste, ROUNDS } from './killed-grounds.ts';
import { type Proof, require } from './proof.ts';

export const durableUnderKill: Proof = {
  id: 'D1',
  promise: 'What was acknowledged is there after a kill.',
  grounds: killedGrounds,
  async run(ground) {
    const { signUps, integrity } = await killReport(ground);
    const { acknowledged, lost, storedTwice } = signUps;
    require(lost.length === 0, `${lost.length} acknowledged addresses are lost.`);
    require(storedTwice === 0, `${storedTwice} addresses are stored twice.`);
    require(integrity === 'ok', `The integrity check says ${integrity}.`);
    const figure = `${ROUNDS} kills, ${acknowledged} acknowledged, 0 lost, 0 twice, integrity ok`;
    if (ground !== killedGrounds.at(-1)) return figure;
    const control = await lossesInHaste();
    require(control > 0, 'Without synchronous_commit nothing was lost either: nothing was proved.');
    return `${figure} (without synchronous_commit ${control} are lost)`;
  },
};
