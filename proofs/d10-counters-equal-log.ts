import { runKillRounds } from '../server/testing/kill-rounds.ts';
import { type Proof, require } from './proof.ts';

const ROUNDS = 100;

export const countersEqualLog: Proof = {
  id: 'D10',
  promise: 'Counters equal base plus log, whenever the process is killed.',
  async run() {
    const { visits, integrity } = await runKillRounds(ROUNDS);
    const { acknowledged, unanswered, counted, lost, differences } = visits;
    require(differences.length === 0, differences.join(' '));
    require(lost === 0, `${lost} acknowledged events are lost.`);
    require(counted >= acknowledged, `Of ${acknowledged} acknowledged events ${counted} count.`);
    require(counted <=
      acknowledged + unanswered, `${counted} count, of ${acknowledged} and ${unanswered} sent.`);
    require(integrity === 'ok', `The integrity check says ${integrity}.`);
    return `${ROUNDS} kills, ${acknowledged} events acknowledged and ${unanswered} unanswered, ${counted} counted, 0 lost, difference 0`;
  },
};
